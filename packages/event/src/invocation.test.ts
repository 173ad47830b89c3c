import { verifies } from "@acta/requirements";
import { deferred, noUnhandledRejections } from "@acta/test-kit";
import { describe, expect, test, vi } from "vitest";
import { DeafEvent } from "../test/deaf-event.js";
import { Cancellation } from "./cancellation.js";
import { Event } from "./event.js";

noUnhandledRejections();

describe("a caller's abort", () => {
  test("ends the event at once and rejects with the reason, though the work hears nothing", verifies("D1.cancellation-class"), async () => {
    const event = new DeafEvent();
    const caller = new AbortController();
    const invoked = event.invoke({ signal: caller.signal });
    const reason = new Error("user left");
    caller.abort(reason);
    expect(event.execution).toMatchObject({ status: "cancelled", response: null, duration: expect.any(Number) });
    expect(event.execution.error).toBe(reason);
    await expect(invoked).rejects.toBe(reason);
  });

  test.each(["text", null, 0])("rejects with a reason that is no error: %j", verifies("D1.cancellation-class"), async (reason) => {
    const event = new DeafEvent();
    const caller = new AbortController();
    const invoked = event.invoke({ signal: caller.signal });
    caller.abort(reason);
    await expect(invoked).rejects.toBe(reason);
    expect(event.execution.error).toMatchObject({ code: "thrown_value", value: reason });
  });

  test("before the start keeps the work from starting", verifies("D1.cancellation-class"), async () => {
    const work = vi.fn();
    const event = Event.from(work);
    const reason = new Error("too late");
    await expect(event.invoke({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(work).not.toHaveBeenCalled();
    expect(event.execution).toMatchObject({ status: "cancelled", error: reason, duration: expect.any(Number) });
  });

  test("by the work itself, which then returns, is still a cancellation", async () => {
    const caller = new AbortController();
    const event = Event.from(() => {
      caller.abort("mine");
      return 1;
    });
    await expect(event.invoke({ signal: caller.signal })).rejects.toBe("mine");
    expect(event.execution).toMatchObject({ status: "cancelled", response: null });
  });

  test("explains an error that arrives before the event has heard of it", verifies("D1.cancellation-class"), async () => {
    const caller = new AbortController();
    // As when an engine runs microtasks between two listeners: the signal is aborted, its later listeners do not know yet.
    caller.signal.addEventListener("abort", (notice) => notice.stopImmediatePropagation());
    const work = deferred<never>();
    const event = Event.from(() => work.promise);
    const invoked = event.invoke({ signal: caller.signal });
    caller.abort("stop");
    expect(event.status).toBe("processing");
    work.reject(new Error("aborted"));
    await expect(invoked).rejects.toBe("stop");
    expect(event.status).toBe("cancelled");
  });

  test("reaches the work through its own signal, with the reason", async () => {
    const caller = new AbortController();
    const heard: unknown[] = [];
    const event = Event.from(({ signal }) => {
      signal.addEventListener("abort", () => heard.push(signal.reason));
      return new Promise<never>(() => {});
    });
    const invoked = event.invoke({ signal: caller.signal });
    caller.abort("stop");
    expect(heard).toEqual(["stop"]);
    await expect(invoked).rejects.toBe("stop");
  });

  test("is seen by work that first reads its signal afterwards", async () => {
    const caller = new AbortController();
    const gate = deferred<void>();
    const seen = deferred<unknown>();
    const event = Event.from(async (context) => {
      await gate.promise;
      seen.resolve(context.signal.reason);
    });
    const invoked = event.invoke({ signal: caller.signal });
    caller.abort("stop");
    await expect(invoked).rejects.toBe("stop");
    gate.resolve();
    expect(await seen.promise).toBe("stop");
  });

  test("after a normal end changes nothing and reaches nobody", async () => {
    const caller = new AbortController();
    let own: AbortSignal | undefined;
    const event = Event.from(({ signal }) => {
      own = signal;
      return 1;
    });
    await event.invoke({ signal: caller.signal });
    caller.abort();
    expect(own?.aborted).toBe(false);
    expect(event.execution).toMatchObject({ status: "completed", error: null });
  });
});

describe("an AbortError of the work's own", () => {
  test(
    "is an ordinary failure while the caller's signal is not aborted",
    verifies("D1.ordinary-error", "D1.cancellation-class"),
    async () => {
      const event = Event.from(() => Promise.reject(new DOMException("fetch gave up", "AbortError")));
      const end = await event.invoke({ signal: new AbortController().signal });
      expect(end).toMatchObject({ status: "failed", error: { name: "AbortError" } });
    },
  );
});

describe("an error with the cancellation brand", () => {
  test("ends the event cancelled and makes invoke reject with it", verifies("D1.cancellation-class"), async () => {
    const stop = new Cancellation("enough");
    const event = Event.from(async () => {
      throw stop;
    });
    await expect(event.invoke()).rejects.toBe(stop);
    expect(event.execution).toMatchObject({ status: "cancelled", error: stop, duration: expect.any(Number) });
  });

  test("counts from any copy of the package", async () => {
    const foreign = Object.assign(new Error("other copy"), { [Symbol.for("acta.cancellation")]: true });
    const event = Event.from(() => {
      throw foreign;
    });
    await expect(event.invoke()).rejects.toBe(foreign);
    expect(event.status).toBe("cancelled");
  });
});

describe("the context", () => {
  test("shows the work a signal and a way to publish, and nothing of the invocation", async () => {
    const event = Event.from((context) => context);
    const { response } = await event.invoke();
    expect(Object.keys(response ?? {})).toEqual([]);
    expect(Object.getOwnPropertyNames(Object.getPrototypeOf(response)).sort()).toEqual(["constructor", "progress", "signal"]);
  });

  test("makes one signal, and none unless it is read", async () => {
    const Native = AbortController;
    const made = vi.fn();
    vi.stubGlobal(
      "AbortController",
      class extends Native {
        constructor() {
          super();
          made();
        }
      },
    );
    await Event.from(() => 1).invoke({ timeoutMs: 1_000 });
    expect(made).not.toHaveBeenCalled();
    const { response } = await Event.from((context) => [context.signal, context.signal]).invoke();
    expect(response?.[0]).toBe(response?.[1]);
    expect(made).toHaveBeenCalledTimes(1);
    vi.unstubAllGlobals();
  });
});

test("50,000 invocations leave no listener on the caller's signal", async () => {
  const { signal } = new AbortController();
  let listeners = 0;
  let most = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  vi.spyOn(signal, "addEventListener").mockImplementation((type: string, listener: EventListenerOrEventListenerObject) => {
    most = Math.max(most, ++listeners);
    add(type, listener);
  });
  vi.spyOn(signal, "removeEventListener").mockImplementation((type: string, listener: EventListenerOrEventListenerObject) => {
    listeners--;
    remove(type, listener);
  });
  for (let round = 0; round < 25_000; round++) {
    await Event.from(async () => round).invoke({ signal });
    await Event.from(() => Promise.reject(new Error("boom"))).invoke({ signal });
  }
  expect(most).toBe(1);
  expect(listeners).toBe(0);
});
