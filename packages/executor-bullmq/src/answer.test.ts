import { expect, test } from "vitest";
import { readAnswer } from "./answer.js";

const stamped = (body: object) => ({ version: 1, token: "t", ...body });

test("reads the four answers", () => {
  expect(readAnswer(stamped({ kind: "returned" }))).toEqual({ token: "t", result: { kind: "returned", output: undefined } });
  expect(readAnswer(stamped({ kind: "threw", executed: "no", error: { message: "m" } })).result).toMatchObject({
    kind: "threw",
    executed: "no",
  });
  const stopped = { kind: "stopped", confirmed: true, executed: "unknown" };
  expect(readAnswer(stamped(stopped)).result).toEqual(stopped);
  expect(readAnswer(stamped({ kind: "lost", reason: "r" })).result).toEqual({ kind: "lost", reason: "r" });
});

test.each([
  undefined,
  null,
  "returned",
  [stamped({ kind: "returned" })],
  stamped({}),
  stamped({ kind: "returned?" }),
  stamped({ kind: "threw", error: {} }),
  stamped({ kind: "threw", executed: "perhaps", error: {} }),
  stamped({ kind: "stopped", executed: "no", confirmed: "yes" }),
  stamped({ kind: "lost" }),
  Object.create(stamped({ kind: "returned" })),
])("%o says nothing of the call", (junk) => {
  expect(readAnswer(junk).result).toMatchObject({ kind: "lost" });
});

test("has no token of another version", () => {
  expect([readAnswer({ version: 2, token: "t" }).token, readAnswer({ version: 1, token: 1 }).token]).toEqual([null, null]);
});
