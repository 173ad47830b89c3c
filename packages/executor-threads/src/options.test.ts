import { availableParallelism } from "node:os";
import { expect, test } from "vitest";
import { checkedOptions, type ThreadsOptions } from "./options.js";

test("has defaults for everything", () => {
  expect(checkedOptions({})).toEqual({
    name: "threads",
    processes: false,
    size: availableParallelism(),
    memoryMb: 512,
    reuse: true,
    idleMs: 10_000,
    graceMs: 0,
    exitTimeoutMs: 1_000,
    maxLength: 16 * 1024 * 1024,
  });
});

test("takes what it is given, and waits no longer than a timer can", () => {
  const given = { name: "mine", processes: true, size: 3, memoryMb: 64, reuse: false, graceMs: 5, exitTimeoutMs: 0, maxLength: 10 };
  expect(checkedOptions({ ...given, idleMs: Number.POSITIVE_INFINITY })).toEqual({ ...given, idleMs: 2_147_483_647 });
});

const wrong: readonly ThreadsOptions[] = [
  { name: "" },
  { name: 1 as never },
  { processes: "yes" as never },
  { reuse: 0 as never },
  { size: 0 },
  { size: 1.5 },
  { size: "2" as never },
  { memoryMb: 1 },
  { memoryMb: Number.NaN },
  { idleMs: -1 },
  { graceMs: Number.NaN },
  { exitTimeoutMs: "1" as never },
  { maxLength: 0 },
];

test.each(wrong)("refuses %o", (options) => {
  expect(() => checkedOptions(options)).toThrow(expect.objectContaining({ code: "invalid_options", name: "ThreadsError" }));
});
