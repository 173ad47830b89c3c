import { noUnhandledRejections } from "@acta/test-kit";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DeafEvent } from "../test/deaf-event.js";
import { DeadlineExceeded } from "./deadline-exceeded.js";
import { Event } from "./event.js";

noUnhandledRejections();

describe("a deadline", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("ends the event aborted at once and resolves, though the work hears nothing", async () => {
    const event = new DeafEvent();
    const invoked = event.invoke({ timeoutMs: 100 });
    vi.advanceTimersByTime(99);
    expect(event.status).toBe("processing");
    vi.advanceTimersByTime(1);
    expect(event.status).toBe("aborted");
    const end = await invoked;
    expect(end).toMatchObject({ status: "aborted", response: null, duration: 0.1, error: { code: "deadline_exceeded", timeoutMs: 100 } });
    expect(DeadlineExceeded.isInstance(end.error)).toBe(true);
  });

  test("reaches the work through its signal", async () => {
    let own: AbortSignal | undefined;
    const event = Event.from(({ signal }) => {
      own = signal;
      return new Promise<never>(() => {});
    });
    void event.invoke({ timeoutMs: 5 });
    vi.advanceTimersByTime(5);
    expect(own?.reason).toBe(event.execution.error);
  });

  test("does not count against a result that arrives before the timer fires", async () => {
    const event = Event.from(() => {
      vi.setSystemTime(Date.now() + 1_000);
      return 1;
    });
    expect((await event.invoke({ timeoutMs: 0 })).status).toBe("completed");
  });

  test("leaves no timer after a normal end, a failure and a cancellation", async () => {
    await Event.from(async () => 1).invoke({ timeoutMs: 1_000 });
    await Event.from(() => Promise.reject(new Error("boom"))).invoke({ timeoutMs: 1_000 });
    const caller = new AbortController();
    const invoked = new DeafEvent().invoke({ timeoutMs: 1_000, signal: caller.signal });
    expect(vi.getTimerCount()).toBe(1);
    caller.abort("stop");
    await expect(invoked).rejects.toBe("stop");
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([Infinity, 2 ** 31, 1e15])("of %d milliseconds is none", (timeoutMs) => {
    const event = new DeafEvent();
    void event.invoke({ timeoutMs });
    expect(vi.getTimerCount()).toBe(0);
    expect(event.status).toBe("processing");
  });

  test.each([-1, Number.NaN, "soon"])("of %s is refused and leaves the event pending", async (timeoutMs) => {
    const event = Event.from(() => 1);
    await expect(event.invoke({ timeoutMs: timeoutMs as number })).rejects.toMatchObject({ code: "invalid_timeout" });
    expect(event.status).toBe("pending");
  });
});
