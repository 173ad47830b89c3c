import { getEventListeners } from "node:events";
import { verifies } from "@acta/requirements";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { InvalidOptions } from "./invalid-options.js";
import { type RetryControls, retry } from "./retry.js";
import { runBatch } from "./run-batch.js";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

/** When each attempt of always failing work starts, in milliseconds from the first. */
async function startsOf(options: RetryControls<never>): Promise<number[]> {
  const origin = performance.now();
  const starts: number[] = [];
  const outcome = retry<never>(() => {
    starts.push(performance.now() - origin);
    throw new Error("broken");
  }, options);
  const failure = expect(outcome).rejects.toThrow("broken");
  await vi.runAllTimersAsync();
  await failure;
  return starts;
}

describe("attempts", () => {
  test("end with the first success", verifies("D4.controls"), async () => {
    const work = vi.fn((attempt: number) => (attempt < 3 ? Promise.reject(attempt) : attempt));
    await expect(retry(work, { attempts: 5 })).resolves.toBe(3);
    expect(work.mock.calls).toEqual([[1], [2], [3]]);
  });

  test("end with the last error", verifies("D4.controls"), async () => {
    const work = vi.fn((attempt: number) => Promise.reject(attempt));
    await expect(retry(work, { attempts: 3 })).rejects.toBe(3);
    expect(work).toHaveBeenCalledTimes(3);
  });

  test("may be unlimited, and need no deep stack", async () => {
    const work = (attempt: number) => {
      if (attempt < 20_000) throw new Error("broken");
      return attempt;
    };
    const retrying = retry(work, { attempts: Infinity });
    await vi.runAllTimersAsync();
    await expect(retrying).resolves.toBe(20_000);
  });

  test("give timers a turn, so that an abort can end them", async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error("enough")), 0);
    const work = () => {
      throw new Error("broken");
    };
    const retrying = retry(work, { attempts: Infinity, signal: controller.signal });
    const ended = expect(retrying).rejects.toThrow("enough");
    await vi.advanceTimersByTimeAsync(0);
    await ended;
  });

  test("of 1 keep thrown nothing a rejection", async () => {
    const work = () => {
      throw undefined;
    };
    await expect(retry(work, { attempts: 1 })).rejects.toBeUndefined();
  });
});

describe("delays", () => {
  test("are none by default", async () => {
    expect(await startsOf({ attempts: 3 })).toEqual([0, 0, 0]);
  });

  test("double by default", async () => {
    expect(await startsOf({ attempts: 4, delayMs: 10 })).toEqual([0, 10, 30, 70]);
  });

  test("grow by the factor", async () => {
    expect(await startsOf({ attempts: 4, delayMs: 10, factor: 1 })).toEqual([0, 10, 20, 30]);
    expect(await startsOf({ attempts: 3, delayMs: 10, factor: 3 })).toEqual([0, 10, 40]);
  });

  test("with jitter are a random part", async () => {
    const parts = [0.5, 0, 0.25];
    expect(await startsOf({ attempts: 4, delayMs: 100, factor: 2, jitter: true, random: () => parts.shift() ?? 1 })).toEqual([
      0, 50, 50, 150,
    ]);
  });

  test("stay as long as a timer can wait, however far they grow", async () => {
    const starts = await startsOf({ attempts: 3, delayMs: 1000, factor: 1e300 });
    expect(starts).toEqual([0, 1000, 1000 + 2 ** 31 - 1]);
  });
});

describe("when", () => {
  test("says which errors are worth another attempt", verifies("D4.controls"), async () => {
    const work = vi.fn((attempt: number) => Promise.reject(attempt === 1 ? "busy" : "broken"));
    await expect(retry(work, { attempts: 9, when: (error) => error === "busy" })).rejects.toBe("broken");
    expect(work).toHaveBeenCalledTimes(2);
  });

  test("that throws ends the retries with its error", async () => {
    const when = () => {
      throw "judge";
    };
    await expect(retry(() => Promise.reject("broken"), { attempts: 9, when })).rejects.toBe("judge");
  });
});

describe("isFailure", () => {
  test("makes a value worth another attempt; the last value is returned", async () => {
    const work = vi.fn((attempt: number) => attempt);
    await expect(retry(work, { attempts: 5, isFailure: (value) => value < 2 })).resolves.toBe(2);
    await expect(retry(work, { attempts: 3, isFailure: () => true })).resolves.toBe(3);
  });

  test("counts in a batch too", async () => {
    const items = await runBatch(["a"], (item, { attempt }) => item + attempt, {
      retry: { attempts: 3 },
      isFailure: (value) => value === "a1",
    });
    expect(items).toEqual([{ kind: "fulfilled", value: "a2", attempts: 2 }]);
  });
});

describe("signal", () => {
  test("aborted before: rejects with the reason, and runs nothing", async () => {
    const work = vi.fn();
    await expect(retry(work, { attempts: 2, signal: AbortSignal.abort("gone") })).rejects.toBe("gone");
    expect(work).not.toHaveBeenCalled();
  });

  test("aborted during a wait: rejects with the reason at once", async () => {
    const controller = new AbortController();
    const work = vi.fn(() => Promise.reject("broken"));
    const outcome = expect(retry(work, { attempts: 2, delayMs: 1e6, signal: controller.signal })).rejects.toBe("stop");
    await vi.advanceTimersByTimeAsync(10);
    controller.abort("stop");
    await outcome;
    expect(work).toHaveBeenCalledOnce();
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  test("aborted during an attempt: its own end counts, and it is the last", async () => {
    const controller = new AbortController();
    const work = vi.fn(async () => {
      controller.abort("stop");
      throw new Error("broken");
    });
    await expect(retry(work, { attempts: 2, signal: controller.signal })).rejects.toThrow("broken");
    expect(work).toHaveBeenCalledOnce();
    const succeeding = new AbortController();
    const value = retry(() => succeeding.abort(), { attempts: 2, signal: succeeding.signal });
    await expect(value).resolves.toBeUndefined();
  });

  test("is left without a listener", async () => {
    const { signal } = new AbortController();
    await retry(() => 1, { attempts: 2, signal });
    await expect(retry(() => Promise.reject(1), { attempts: 2, delayMs: 0, signal })).rejects.toBe(1);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});

test("junk is refused before anything runs", async () => {
  const work = vi.fn();
  const junk: unknown[] = [undefined, null, {}, { attempts: 0 }, { attempts: 1, signal: {} }, { attempts: 1, isFailure: 1 }];
  for (const options of junk) await expect(retry(work, options as RetryControls<unknown>)).rejects.toBeInstanceOf(InvalidOptions);
  await expect(retry("work" as unknown as typeof work, { attempts: 1 })).rejects.toBeInstanceOf(InvalidOptions);
  expect(work).not.toHaveBeenCalled();
});

describe("B33: a predicate that answers later is waited for", () => {
  test.each([
    ["no", false, 1],
    ["yes", true, 3],
  ])("whether an error is worth another attempt: %s", async (_, answer, runs) => {
    const work = vi.fn(() => Promise.reject("busy"));
    await expect(retry(work, { attempts: 3, when: () => Promise.resolve(answer) })).rejects.toBe("busy");
    expect(work).toHaveBeenCalledTimes(runs);
  });

  test.each([
    ["at once", () => 1],
    ["later", () => Promise.resolve(1)],
  ])("whether a value that comes %s counts as failed", async (_, work) => {
    const run = vi.fn(work);
    await expect(retry(run, { attempts: 3, isFailure: () => Promise.resolve(false) })).resolves.toBe(1);
    expect(run).toHaveBeenCalledTimes(1);
    await expect(retry(run, { attempts: 3, isFailure: () => Promise.reject(new Error("no")) })).rejects.toThrow("no");
  });

  test("in a batch, whose siblings go on", async () => {
    const items = await runBatch([1, 2], (item) => item, { siblings: "stop", concurrency: 1, isFailure: () => Promise.resolve(false) });
    expect(items).toEqual([
      { kind: "fulfilled", value: 1, attempts: 1 },
      { kind: "fulfilled", value: 2, attempts: 1 },
    ]);
  });
});
