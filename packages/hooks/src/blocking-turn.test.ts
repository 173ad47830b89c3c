import { getEventListeners } from "node:events";
import { verifies } from "@acta/requirements";
import { deferred } from "@acta/test-kit";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { HookBus } from "./hook-bus.js";
import { HookInvalid } from "./hook-invalid.js";
import type { HookHandler, HookPoints } from "./hook-points.js";
import { HookTimeout } from "./hook-timeout.js";
import { StopHook } from "./stop-hook.js";
import type { WaitLimits } from "./wait-within.js";

const payload = { callId: "c", toolName: "t", argumentsSummary: "{}", arguments: {} };

type PreHandler = HookHandler<HookPoints["tool.pre"]>;

function busWith(...handlers: readonly PreHandler[]) {
  const onHandlerError = vi.fn();
  const bus = new HookBus({ onHandlerError });
  for (const handler of handlers) bus.on("tool.pre", handler);
  return { emit: (limits?: WaitLimits) => bus.emitBlocking("tool.pre", payload, limits), onHandlerError };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test("synchronous handlers that agree give undefined, not a promise", () => {
  const handler = vi.fn();
  const { emit } = busWith(handler, handler);
  expect(emit({ timeoutMs: 10 })).toBeUndefined();
  expect(handler.mock.calls).toEqual([[payload], [payload]]);
});

test("asynchronous handlers that agree give a promise of undefined", async () => {
  const last = vi.fn();
  const { emit } = busWith(
    async () => {},
    () => {},
    last,
  );
  await expect(emit({ timeoutMs: 10 })).resolves.toBeUndefined();
  expect(last).toHaveBeenCalledOnce();
});

describe("errors", () => {
  test("the first one is thrown as it is and skips the rest", verifies("D2.pre-hook-blocks"), () => {
    const error = new Error("no");
    const last = vi.fn();
    const { emit, onHandlerError } = busWith(() => {
      throw error;
    }, last);
    expect(() => emit()).toThrow(error);
    expect(last).not.toHaveBeenCalled();
    expect(onHandlerError).not.toHaveBeenCalled();
  });

  test("of an asynchronous handler reject", verifies("D2.pre-hook-blocks"), async () => {
    const error = new Error("no");
    const last = vi.fn();
    const { emit } = busWith(() => Promise.reject(error), last);
    await expect(emit()).rejects.toBe(error);
    expect(last).not.toHaveBeenCalled();
  });

  test("of a synchronous handler after an asynchronous one reject", verifies("D2.pre-hook-blocks"), async () => {
    const { emit } = busWith(
      async () => {},
      () => {
        throw null;
      },
    );
    await expect(emit()).rejects.toBeNull();
  });
});

describe("StopHook", () => {
  test.each<[string, PreHandler]>([
    [
      "thrown",
      () => {
        throw new StopHook();
      },
    ],
    ["rejected", () => Promise.reject(new StopHook())],
  ])("%s: later handlers are skipped, nothing is thrown", verifies("D2.stop-hook"), async (_how, stop) => {
    const last = vi.fn();
    const { emit } = busWith(stop, last);
    await emit({ timeoutMs: 10 });
    expect(last).not.toHaveBeenCalled();
  });

  test("thrown by a synchronous handler stays synchronous", verifies("D2.stop-hook"), () => {
    const { emit } = busWith(() => {
      throw new StopHook();
    });
    expect(emit()).toBeUndefined();
  });
});

describe("answers", () => {
  test.each([false, true, null, 0, "", {}])("%o is none", verifies("D2.stop-hook", "D2.pre-hook-blocks"), (answer) => {
    const last = vi.fn();
    const { emit } = busWith((() => answer) as unknown as PreHandler, last);
    expect(() => emit()).toThrow(HookInvalid);
    expect(() => emit()).toThrow(expect.objectContaining({ code: "hook_invalid", point: "tool.pre" }));
    expect(last).not.toHaveBeenCalled();
  });

  test("a promise of a value is none", verifies("D2.stop-hook", "D2.pre-hook-blocks"), async () => {
    const last = vi.fn();
    const { emit } = busWith((async () => false) as unknown as PreHandler, last);
    await expect(emit()).rejects.toBeInstanceOf(HookInvalid);
    expect(last).not.toHaveBeenCalled();
  });

  test("an answer that can't be read blocks", () => {
    const unreadable = new Proxy(
      {},
      {
        get: () => {
          throw new Error("unreadable");
        },
      },
    );
    const { emit } = busWith((() => unreadable) as unknown as PreHandler);
    expect(() => emit()).toThrow("unreadable");
  });
});

describe("timeoutMs", () => {
  test("a late handler throws HookTimeout and skips the rest; its later end is ignored", verifies("D2.pre-hook-blocks"), async () => {
    const late = deferred();
    const last = vi.fn();
    const { emit } = busWith(() => late.promise, last);
    const emission = expect(emit({ timeoutMs: 50 })).rejects.toMatchObject({ code: "hook_timeout", point: "tool.pre", timeoutMs: 50 });
    await vi.advanceTimersByTimeAsync(50);
    await emission;
    late.reject(new Error("too late"));
    await vi.runAllTimersAsync();
    expect(last).not.toHaveBeenCalled();
  });

  test("a handler within the time passes, and no timer stays", verifies("D2.pre-hook-blocks"), async () => {
    const { emit } = busWith(() => new Promise((resolve) => setTimeout(resolve, 49)));
    const emission = emit({ timeoutMs: 50 });
    await vi.advanceTimersByTimeAsync(49);
    await expect(emission).resolves.toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("HookTimeout is told from a handler's own error", async () => {
    const { emit } = busWith(() => new Promise((_, reject) => setTimeout(reject, 10, new Error("own"))));
    const emission = expect(emit({ timeoutMs: 50 })).rejects.not.toBeInstanceOf(HookTimeout);
    await vi.advanceTimersByTimeAsync(10);
    await emission;
  });
});

describe("signal", () => {
  test("an abort while waiting throws its reason and skips the rest", async () => {
    const controller = new AbortController();
    const late = deferred();
    const last = vi.fn();
    const { emit } = busWith(() => late.promise, last);
    const emission = expect(emit({ signal: controller.signal, timeoutMs: 50 })).rejects.toBe("stop");
    controller.abort("stop");
    await emission;
    late.reject(new Error("too late"));
    await vi.runAllTimersAsync();
    expect(last).not.toHaveBeenCalled();
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  test("aborted before: an asynchronous handler is not waited for", async () => {
    const { emit } = busWith(() => new Promise(() => {}));
    await expect(emit({ signal: AbortSignal.abort("gone") })).rejects.toBe("gone");
  });

  test("is left without a listener after every kind of end", async () => {
    const { signal } = new AbortController();
    await busWith(async () => {}).emit({ signal });
    await expect(busWith(() => Promise.reject(new Error("no"))).emit({ signal })).rejects.toThrow("no");
    const late = expect(busWith(() => new Promise(() => {})).emit({ signal, timeoutMs: 5 })).rejects.toBeInstanceOf(HookTimeout);
    await vi.advanceTimersByTimeAsync(5);
    await late;
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});
