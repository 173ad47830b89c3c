import { expect, test } from "vitest";
import { PathLocks } from "./path-locks.js";

test("works on one path follow one another, also after a failure; those on others do not wait", async () => {
  const locks = new PathLocks();
  const events: string[] = [];
  let finish = () => {};
  const first = locks.hold("a", async () => {
    await new Promise<void>((resolve) => (finish = resolve));
    events.push("a1");
    throw new Error("failed");
  });
  const second = locks.hold("a", async () => events.push("a2"));
  await locks.hold("b", async () => events.push("b"));
  finish();
  await expect(first).rejects.toThrow("failed");
  await second;
  expect(events).toEqual(["b", "a1", "a2"]);
});
