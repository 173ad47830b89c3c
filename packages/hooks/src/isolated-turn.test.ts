import { getEventListeners } from "node:events";
import { verifies } from "@acta/requirements";
import { deferred, thenableOf } from "@acta/test-kit";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { HookBus } from "./hook-bus.js";
import { HookTimeout } from "./hook-timeout.js";
import { StopHook } from "./stop-hook.js";

const payload = { callId: "c", toolName: "t", resultSummary: "1", output: 1, duration: 0.1 };
const never = () => new Promise<void>(() => {});

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("errors", () => {
  test("are reported with their point, and the later handlers still run", verifies("D2.hook-isolation"), async () => {
    const onHandlerError = vi.fn();
    const bus = new HookBus({ onHandlerError });
    const last = vi.fn();
    bus.on("tool.post", () => {
      throw "thrown";
    });
    bus.on("tool.post", () => Promise.reject("rejected"));
    bus.on("tool.post", () => {
      throw undefined;
    });
    bus.on("tool.post", last);
    await expect(bus.emit("tool.post", payload)).resolves.toBeUndefined();
    expect(onHandlerError.mock.calls).toEqual([
      ["thrown", "tool.post"],
      ["rejected", "tool.post"],
      [undefined, "tool.post"],
    ]);
    expect(last).toHaveBeenCalledOnce();
  });

  test("of synchronous handlers leave the emission synchronous", verifies("D2.hook-isolation"), () => {
    const onHandlerError = vi.fn();
    const bus = new HookBus({ onHandlerError });
    bus.on("tool.post", () => {
      throw new Error("broken");
    });
    expect(bus.emit("tool.post", payload)).toBeUndefined();
    expect(onHandlerError).toHaveBeenCalledOnce();
  });

  test("go to the emission's own reporter first, then to the bus's", () => {
    const told: string[] = [];
    const bus = new HookBus({ onHandlerError: () => told.push("bus") });
    bus.on("tool.post", () => {
      throw new Error("broken");
    });
    void bus.emit("tool.post", payload, { onError: (_error, point) => told.push(`emission ${point}`) });
    expect(told).toEqual(["emission tool.post", "bus"]);
  });

  test("are logged where nobody asked for them", verifies("D2.hook-isolation"), () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const error = new Error("broken");
    const bus = new HookBus();
    bus.on("tool.post", () => {
      throw error;
    });
    void bus.emit("tool.post", payload, { onError: () => {} });
    expect(log).not.toHaveBeenCalled();
    void bus.emit("tool.post", payload);
    expect(log.mock.calls).toEqual([[expect.stringContaining("tool.post"), error]]);
  });

  test("of the reporters themselves end there", verifies("D2.hook-isolation"), async () => {
    const told: unknown[] = [];
    const onHandlerError = async (error: unknown) => {
      told.push(error);
      throw new Error("the bus's reporter rejects");
    };
    const bus = new HookBus({ onHandlerError });
    const last = vi.fn();
    bus.on("tool.post", () => {
      throw new Error("broken");
    });
    bus.on("tool.post", last);
    const onError = () => {
      throw new Error("the emission's reporter throws");
    };
    expect(bus.emit("tool.post", payload, { onError })).toBeUndefined();
    expect(told).toHaveLength(1);
    expect(last).toHaveBeenCalledOnce();
    await vi.runAllTimersAsync();
  });

  test("of an answer that can't be read are reported", () => {
    const onHandlerError = vi.fn();
    const bus = new HookBus({ onHandlerError });
    const unreadable = () => {
      throw new Error("unreadable");
    };
    bus.on("tool.post", thenableOf(unreadable));
    void bus.emit("tool.post", payload);
    expect(onHandlerError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: "unreadable" }), "tool.post");
  });
});

test("answers mean nothing", async () => {
  const onHandlerError = vi.fn();
  const bus = new HookBus({ onHandlerError });
  const last = vi.fn();
  bus.on("tool.post", (() => false) as unknown as () => void);
  bus.on("tool.post", (async () => "no") as unknown as () => void);
  bus.on("tool.post", last);
  await bus.emit("tool.post", payload);
  expect(last).toHaveBeenCalledOnce();
  expect(onHandlerError).not.toHaveBeenCalled();
});

test.each([
  [
    "thrown",
    () => {
      throw new StopHook();
    },
  ],
  ["rejected", () => Promise.reject(new StopHook())],
])("a %s StopHook skips the later handlers and is no error", verifies("D2.stop-hook"), async (_how, stop) => {
  const onHandlerError = vi.fn();
  const bus = new HookBus({ onHandlerError });
  const first = vi.fn();
  const last = vi.fn();
  bus.on("tool.post", first);
  bus.on("tool.post", stop);
  bus.on("tool.post", last);
  await bus.emit("tool.post", payload);
  expect(first).toHaveBeenCalledOnce();
  expect(last).not.toHaveBeenCalled();
  expect(onHandlerError).not.toHaveBeenCalled();
});

test("a StopHook after asynchronous handlers skips the rest too", verifies("D2.stop-hook"), async () => {
  const bus = new HookBus();
  const last = vi.fn();
  bus.on("tool.post", () => Promise.resolve());
  bus.on("tool.post", () => {
    throw new StopHook();
  });
  bus.on("tool.post", last);
  await bus.emit("tool.post", payload);
  expect(last).not.toHaveBeenCalled();
});

describe("timeoutMs", () => {
  test("bounds each handler; the late one is reported once, whatever it does later", verifies("D2.hook-isolation"), async () => {
    const bus = new HookBus();
    const onError = vi.fn();
    const last = vi.fn();
    const late = deferred();
    bus.on("tool.post", () => late.promise);
    bus.on("tool.post", last);
    const emission = bus.emit("tool.post", payload, { onError, timeoutMs: 50 });
    await vi.advanceTimersByTimeAsync(49);
    expect(last).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await emission;
    expect(last).toHaveBeenCalledOnce();
    late.reject(new Error("too late"));
    await vi.runAllTimersAsync();
    expect(onError.mock.calls).toEqual([[expect.objectContaining({ code: "hook_timeout", timeoutMs: 50 }), "tool.post"]]);
    expect(onError.mock.calls[0]?.[0]).toBeInstanceOf(HookTimeout);
  });

  test("starts anew for every handler", async () => {
    const bus = new HookBus();
    const onError = vi.fn();
    const sleep = () => new Promise<void>((resolve) => setTimeout(resolve, 40));
    bus.on("tool.post", sleep);
    bus.on("tool.post", sleep);
    const emission = bus.emit("tool.post", payload, { onError, timeoutMs: 50 });
    await vi.advanceTimersByTimeAsync(80);
    await emission;
    expect(onError).not.toHaveBeenCalled();
  });

  test("of Infinity takes no timer", async () => {
    const bus = new HookBus();
    const end = deferred();
    bus.on("tool.post", () => end.promise);
    const emission = bus.emit("tool.post", payload, { timeoutMs: Infinity });
    expect(vi.getTimerCount()).toBe(0);
    end.resolve();
    await expect(emission).resolves.toBeUndefined();
  });

  test.each([Infinity, 2 ** 40])("%d does not wrap round to no time at all", async (timeoutMs) => {
    const bus = new HookBus();
    const onError = vi.fn();
    bus.on("tool.post", () => new Promise((resolve) => setTimeout(resolve, 1000)));
    const emission = bus.emit("tool.post", payload, { onError, timeoutMs });
    await vi.advanceTimersByTimeAsync(1000);
    await emission;
    expect(onError).not.toHaveBeenCalled();
  });
});

describe("signal", () => {
  test("aborted: nothing is waited for any more, yet every handler runs", async () => {
    const bus = new HookBus();
    const controller = new AbortController();
    const last = vi.fn(never);
    bus.on("tool.post", never);
    bus.on("tool.post", last);
    const emission = bus.emit("tool.post", payload, { signal: controller.signal, timeoutMs: 1000 });
    expect(last).not.toHaveBeenCalled();
    controller.abort();
    await emission;
    expect(last).toHaveBeenCalledOnce();
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  test("aborted: an error that comes later is still reported, a StopHook is not", async () => {
    const bus = new HookBus();
    const onError = vi.fn();
    const first = deferred();
    const second = deferred();
    bus.on("tool.post", () => first.promise);
    bus.on("tool.post", () => second.promise);
    await bus.emit("tool.post", payload, { onError, signal: AbortSignal.abort() });
    expect(onError).not.toHaveBeenCalled();
    second.reject(new StopHook());
    first.reject("late");
    await vi.runAllTimersAsync();
    expect(onError.mock.calls).toEqual([["late", "tool.post"]]);
  });

  test("is left without a listener when the handlers end first", async () => {
    const bus = new HookBus();
    const { signal } = new AbortController();
    bus.on("tool.post", async () => {});
    bus.on("tool.post", () => Promise.reject(new Error("broken")));
    await bus.emit("tool.post", payload, { signal, onError: () => {} });
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});

test("a lazy thenable is started once", async () => {
  const bus = new HookBus();
  const then = vi.fn((resolve: () => void) => resolve());
  bus.on(
    "tool.post",
    thenableOf(() => then),
  );
  await bus.emit("tool.post", payload, { signal: AbortSignal.abort() });
  await vi.runAllTimersAsync();
  expect(then).toHaveBeenCalledOnce();
});
