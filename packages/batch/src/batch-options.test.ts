import { verifies } from "@acta/requirements";
import { deferred } from "@acta/test-kit";
import { expect, test, vi } from "vitest";
import type { BatchOptions } from "./batch-options.js";
import { InvalidOptions } from "./invalid-options.js";
import { runBatch } from "./run-batch.js";

const asOptions = (value: unknown) => value as BatchOptions;

test.each(["parallel", "", "Sequential", null, 1])(
  "strategy %o is refused before anything runs",
  verifies("D4.invalid-strategy"),
  async (strategy) => {
    const work = vi.fn();
    const batch = runBatch([1], work, asOptions({ strategy }));
    await expect(batch).rejects.toBeInstanceOf(InvalidOptions);
    await expect(batch).rejects.toMatchObject({ code: "invalid_options", message: expect.stringContaining('"strategy"') });
    expect(work).not.toHaveBeenCalled();
  },
);

test.each([
  ["concurrency", [0, -1, 1.5, Number.NaN, Number.NEGATIVE_INFINITY, "8", 8n, null]],
  ["timeoutMs", [-1, Number.NaN, "50", null, {}]],
  ["throttleMs", [-1, Number.NaN, Infinity, "50", null]],
  ["siblings", ["abort", "", null, true]],
  ["isFailure", [null, true, "yes", {}]],
  ["signal", [null, true, "aborted", {}, { aborted: false }, new AbortController()]],
  ["retry", [null, 3, "3", {}]],
])("junk as %s is refused before anything runs", async (name, values) => {
  const work = vi.fn();
  for (const value of values) {
    await expect(runBatch([1], work, asOptions({ [name]: value }))).rejects.toMatchObject({ code: "invalid_options" });
  }
  expect(work).not.toHaveBeenCalled();
});

test.each([
  ["attempts", [0, -1, 1.5, Number.NaN, "2", null, undefined]],
  ["delayMs", [-1, Number.NaN, Infinity, "5", null]],
  ["factor", [0, 0.5, -2, Number.NaN, Infinity, "2", null]],
  ["jitter", [1, "yes", null]],
  ["random", [0.5, null]],
  ["when", [true, null, "always"]],
])("junk as retry.%s is refused before anything runs", async (name, values) => {
  const work = vi.fn();
  for (const value of values) {
    const options = asOptions({ retry: { attempts: 2, [name]: value } });
    await expect(runBatch([1], work, options)).rejects.toMatchObject({ code: "invalid_options" });
  }
  expect(work).not.toHaveBeenCalled();
});

test("junk as options, items or work is refused", async () => {
  const work = vi.fn();
  const junk: unknown[] = [null, 1, "options"];
  for (const value of junk) await expect(runBatch([1], work, asOptions(value))).rejects.toBeInstanceOf(InvalidOptions);
  for (const value of junk) await expect(runBatch(value as number[], work)).rejects.toBeInstanceOf(InvalidOptions);
  for (const value of junk) await expect(runBatch([1], value as typeof work)).rejects.toBeInstanceOf(InvalidOptions);
  expect(work).not.toHaveBeenCalled();
});

test("options that can't be read are refused, with the reason", async () => {
  const error = new Error("no entry");
  const options = {
    get timeoutMs(): number {
      throw error;
    },
  };
  await expect(runBatch([1], () => 1, options)).rejects.toMatchObject({ code: "invalid_options", cause: error });
});

test("options given as undefined mean the default", async () => {
  const options = { strategy: undefined, concurrency: undefined, timeoutMs: undefined, throttleMs: undefined };
  const more = { retry: undefined, siblings: undefined, isFailure: undefined, signal: undefined };
  expect(await runBatch([1], (item) => item, { ...options, ...more })).toEqual([{ kind: "fulfilled", value: 1, attempts: 1 }]);
});

test("changing the options during the run changes nothing", verifies("D4.options-frozen"), async () => {
  const gate = deferred();
  const retry = { attempts: 2 };
  const options: { -readonly [Key in keyof BatchOptions]: BatchOptions[Key] } = { strategy: "sequential", siblings: "isolate", retry };
  const work = vi.fn(async (item: number) => {
    await gate.promise;
    if (item === 0) throw new Error("broken");
  });
  const batch = runBatch([0, 1, 2], work, options);
  Object.assign(options, { strategy: "nonsense", siblings: "stop", concurrency: 50, timeoutMs: -1, signal: AbortSignal.abort() });
  retry.attempts = 9;
  await Promise.resolve();
  expect(work).toHaveBeenCalledOnce();
  gate.resolve();
  expect((await batch).map((item) => item.kind)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  expect(work).toHaveBeenCalledTimes(4);
});

test("each option is read once, and frozen options will do", verifies("D4.options-frozen"), async () => {
  const reads: PropertyKey[] = [];
  const options = new Proxy(Object.freeze({ concurrency: 2 }), {
    get: (target, key) => {
      reads.push(key);
      return Reflect.get(target, key);
    },
  });
  await runBatch([1, 2, 3], async (item) => item, options);
  expect(reads).toContain("concurrency");
  expect(reads).toHaveLength(new Set(reads).size);
});
