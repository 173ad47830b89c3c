import { deferred, flush, noUnhandledRejections } from "@acta/test-kit";
import { describe, expect, test, vi } from "vitest";
import { DeafEvent } from "../test/deaf-event.js";
import { Event } from "./event.js";

noUnhandledRejections();

describe("a late result", () => {
  test("is dropped, and told to the hook", async () => {
    const event = new DeafEvent();
    const caller = new AbortController();
    const invoked = event.invoke({ signal: caller.signal });
    caller.abort("stop");
    await expect(invoked).rejects.toBe("stop");
    event.work.resolve("too late");
    await flush();
    expect(event.lateResults).toEqual([{ kind: "returned", value: "too late" }]);
    expect(event.execution).toMatchObject({ status: "cancelled", response: null });
  });

  test("may be an error, which changes nothing either", async () => {
    const event = new DeafEvent();
    const caller = new AbortController();
    const invoked = event.invoke({ signal: caller.signal });
    caller.abort("stop");
    await expect(invoked).rejects.toBe("stop");
    const error = new Error("too late");
    event.work.reject(error);
    await flush();
    expect(event.lateResults).toEqual([{ kind: "threw", error }]);
    expect(event.execution.error).toMatchObject({ value: "stop" });
  });

  test.each([
    ["throws", () => fail()],
    ["rejects", async () => fail()],
  ])("may meet a hook that %s", async (_, late) => {
    const told = vi.fn(late);
    class Clumsy extends DeafEvent {
      protected override late = told;
    }
    const event = new Clumsy();
    const invoked = event.invoke();
    event.status = "aborted";
    await invoked;
    event.work.resolve("too late");
    await flush();
    expect(told.mock.calls).toHaveLength(1);
  });

  test("that rejects is no unhandled rejection without a hook", async () => {
    const work = deferred<never>();
    const event = Event.from(() => work.promise);
    const invoked = event.invoke();
    event.status = "aborted";
    await invoked;
    work.reject(new Error("too late"));
    await expect(work.promise).rejects.toThrow("too late");
    expect(event.execution.error).toBeNull();
  });
});

function fail(): never {
  throw new Error("clumsy");
}
