import { afterEach, describe, expect, test, vi } from "vitest";
import { AbortScope } from "./abort-scope.js";
import type { BatchContext } from "./batch-item.js";
import { LazySignal } from "./lazy-signal.js";
import { runBatch } from "./run-batch.js";

afterEach(() => vi.unstubAllGlobals());

test("no AbortController is made unless work reads its signal, and one at most", async () => {
  const made = vi.fn();
  class Counted extends AbortController {
    constructor() {
      super();
      made();
    }
  }
  const caller = new AbortController();
  vi.stubGlobal("AbortController", Counted);
  await runBatch([1, 2], async (item) => item, { siblings: "cancel", timeoutMs: 1000, retry: { attempts: 2 }, signal: caller.signal });
  expect(made).not.toHaveBeenCalled();
  const reads = await runBatch([1, 2], (item, context) => (item === 1 ? [context.signal, context.signal] : []));
  expect(made).toHaveBeenCalledOnce();
  expect(reads[0]).toSatisfy(({ value: [first, second] }) => first === second);
});

test("each attempt has a signal of its own", async () => {
  const signals = new Set<AbortSignal>();
  const work = (_item: number, { signal }: BatchContext) => {
    signals.add(signal);
    throw new Error("broken");
  };
  await runBatch([1, 2], work, { retry: { attempts: 2 } });
  expect(signals.size).toBe(4);
});

describe("LazySignal", () => {
  test("takes the scope's abort, whether it is read before or after", () => {
    const scope = new AbortScope(undefined);
    const before = new LazySignal(scope);
    const after = new LazySignal(scope);
    expect(before.signal.aborted).toBe(false);
    scope.abort("stop");
    expect(before.signal.reason).toBe("stop");
    expect(after.signal.reason).toBe("stop");
  });

  test("released, keeps its state, whether it is read before or after", () => {
    const scope = new AbortScope(undefined);
    const before = new LazySignal(scope);
    const after = new LazySignal(scope);
    const { signal } = before;
    before.release();
    after.release();
    scope.abort("stop");
    expect(signal.aborted).toBe(false);
    expect(before.signal).toBe(signal);
    expect(after.signal.aborted).toBe(false);
  });

  test("the first abort gives the reason", () => {
    const scope = new AbortScope(undefined);
    const own = new LazySignal(scope);
    const shared = new LazySignal(scope);
    own.abort("own");
    scope.abort("scope");
    shared.abort("own");
    expect(own.signal.reason).toBe("own");
    expect(shared.signal.reason).toBe("scope");
  });
});
