import { verifies } from "@acta/requirements";
import { deferred } from "@acta/test-kit";
import { describe, expect, test } from "vitest";
import { clock } from "../test/clock.js";
import { Event } from "./event.js";
import type { EventOptions } from "./event-options.js";
import type { EventStatus } from "./event-status.js";
import type { Failure } from "./work.js";

const fail = (error: unknown, options?: EventOptions) =>
  Event.from<number>(() => {
    throw error;
  }, options);

describe("a new event", () => {
  test("is pending and knows nothing yet", verifies("D1.execution-fields"), () => {
    const { execution } = Event.from(() => 1);
    expect(execution).toMatchObject({ status: "pending", duration: undefined, response: null, error: null, retryable: undefined });
  });

  test("takes id and time from its runtime, and its own metadata", () => {
    const metadata = { tenant: "a" };
    const event = Event.from(() => 1, { runtime: clock().runtime, metadata });
    expect(event).toMatchObject({ id: "event-1", createdAt: 1_700_000_000_000, metadata: { tenant: "a" } });
    expect(event.metadata).not.toBe(metadata);
    expect(Event.from(() => 1).metadata).not.toBe(Event.from(() => 1).metadata);
  });

  test("has a random id unless it is given one", () => {
    expect(Event.from(() => 1).id).toMatch(/^[0-9a-f-]{36}$/);
    expect(Event.from(() => 1).id).not.toBe(Event.from(() => 1).id);
    expect(Event.from(() => 1, { id: "mine" }).id).toBe("mine");
  });
});

describe("the first invocation", () => {
  test("is processing while the work runs, and keeps the time of construction", verifies("D1.first-invocation"), async () => {
    const { runtime, state } = clock();
    const seen: EventStatus[] = [];
    const event: Event<number> = Event.from(() => seen.push(event.status), { runtime });
    state.time = 5_000;
    await event.invoke();
    expect(seen).toEqual(["processing"]);
    expect(event.createdAt).toBe(1_700_000_000_000);
  });

  test("stores the response and the seconds it took", verifies("D1.success", "D1.execution-fields"), async () => {
    const { runtime, state } = clock();
    const event = Event.from(
      async () => {
        state.time += 250;
        return 42;
      },
      { runtime },
    );
    const end = await event.invoke();
    expect(end).toBe(event.execution);
    expect(end).toMatchObject({ status: "completed", response: 42, error: null, duration: 0.25 });
  });

  test("awaits work that is declared async", verifies("D1.async-declaration", "D6.async"), async () => {
    const event = Event.from(async () => "later");
    expect((await event.invoke()).response).toBe("later");
  });

  test("awaits a thenable from work that is not", verifies("D1.sync-declaration", "D6.awaitable"), async () => {
    const then = (resolve: (value: string) => void) => resolve("settled");
    const event = Event.from(() => ({ then }) as PromiseLike<string>);
    expect((await event.invoke()).response).toBe("settled");
  });

  test("has ended by the time a synchronous invoke returns", verifies("D1.sync-declaration", "D6.sync-inline"), () => {
    const event = Event.from(() => 7);
    void event.invoke();
    expect(event.execution).toMatchObject({ status: "completed", response: 7 });
  });

  test.each([undefined, null, false, 0, ""])("completes with %j as the response", async (value) => {
    expect(await Event.from(() => value).invoke()).toMatchObject({ status: "completed", response: value });
  });
});

describe("a failure of the work", () => {
  test("is data: the promise resolves", verifies("D1.ordinary-error"), async () => {
    const { runtime, state } = clock();
    const error = new RangeError("boom");
    const event = Event.from(
      async () => {
        state.time += 1_500;
        throw error;
      },
      { runtime },
    );
    const end = await event.invoke();
    expect(end).toMatchObject({ status: "failed", response: null, duration: 1.5 });
    expect(end.error).toBe(error);
  });

  test("is data also when the work throws at once", verifies("D1.ordinary-error"), async () => {
    expect(await fail(new Error("boom")).invoke()).toMatchObject({ status: "failed", error: { message: "boom" } });
  });

  test.each([undefined, null, "text", 0, Object.freeze({ frozen: true }), Symbol("s")])("may be any value: %s", async (thrown) => {
    const { status, error } = await fail(thrown).invoke();
    expect(status).toBe("failed");
    expect(error).toMatchObject({ code: "thrown_value", value: thrown, cause: thrown });
  });

  test("may be a thenable that cannot be read", async () => {
    const hostile = new Proxy(
      {},
      {
        get() {
          throw new Error("no then");
        },
      },
    );
    expect(await Event.from(() => hostile).invoke()).toMatchObject({ status: "failed", error: { message: "no then" } });
  });

  test("keeps the response that was there", verifies("D1.ordinary-error"), async () => {
    const event = fail(new Error("boom"));
    event.execution.response = 3;
    expect((await event.invoke()).response).toBe(3);
  });
});

describe("classify", () => {
  class Refused extends Error {}
  class Guarded extends Event<never> {
    readonly asked: unknown[] = [];
    constructor(private readonly answer: (error: unknown) => Failure) {
      super();
    }
    protected perform(): never {
      throw new Refused("not today");
    }
    protected override classify(error: unknown): Failure {
      this.asked.push(error);
      return this.answer(error);
    }
  }

  test("is shown what was thrown and names the status", async () => {
    const event = new Guarded((error) => (error instanceof Refused ? "skipped" : "failed"));
    expect(await event.invoke()).toMatchObject({ status: "skipped", error: { message: "not today" } });
    expect(event.asked).toEqual([expect.any(Refused)]);
  });

  test("may call an error cancelled without making invoke reject", async () => {
    expect((await new Guarded(() => "cancelled").invoke()).status).toBe("cancelled");
  });

  test.each(["completed", "pending", "nope", null])("counts as failed when it answers %j", async (answer) => {
    expect((await new Guarded(() => answer as Failure).invoke()).status).toBe("failed");
  });

  test("that throws makes the event failed, with both errors", async () => {
    const event = new Guarded(() => {
      throw new Error("broken classify");
    });
    const end = await event.invoke();
    expect(end).toMatchObject({ status: "failed", error: { errors: [{ message: "not today" }, { message: "broken classify" }] } });
  });
});

describe("a repeated invocation", () => {
  test("returns at once what the first came to", verifies("D1.repeat"), async () => {
    let runs = 0;
    const event = Event.from(() => ++runs);
    await event.invoke();
    expect((await event.invoke()).response).toBe(1);
    expect(runs).toBe(1);
  });

  test("does not wait for one that runs", verifies("D1.repeat"), async () => {
    const work = deferred<number>();
    let runs = 0;
    const event = Event.from(() => {
      runs++;
      return work.promise;
    });
    const first = event.invoke();
    expect((await event.invoke()).status).toBe("processing");
    work.resolve(1);
    expect((await first).status).toBe("completed");
    expect(runs).toBe(1);
  });

  test.each<EventStatus>(["processing", "completed", "failed", "skipped", "cancelled", "aborted"])(
    "does nothing for an event that was set to %s by hand",
    verifies("D1.repeat"),
    async (status) => {
      let runs = 0;
      const event = Event.from(() => ++runs);
      event.status = status;
      expect((await event.invoke()).status).toBe(status);
      expect(runs).toBe(0);
    },
  );

  test("runs the work again after the event was put back to pending, and keeps the old error", verifies("D1.repeat"), async () => {
    let runs = 0;
    const event = Event.from(() => {
      if (++runs === 1) throw new Error("first");
      return runs;
    });
    await event.invoke();
    event.status = "pending";
    expect(await event.invoke()).toMatchObject({ status: "completed", response: 2, error: { message: "first" } });
  });
});

describe("toJSON", () => {
  test("shows an event that ended well", verifies("D1.serialize.response"), async () => {
    const { runtime } = clock();
    const event = Event.from(() => new Map([["a", 1n]]), { runtime, metadata: { at: new Date(0) } });
    await event.invoke();
    expect(JSON.parse(JSON.stringify(event))).toEqual({
      id: "event-1",
      createdAt: 1_700_000_000_000,
      metadata: { at: "1970-01-01T00:00:00.000Z" },
      execution: { status: "completed", duration: 0, response: [["a", "1"]], error: null, retryable: null },
    });
  });

  test("shows an event that failed", verifies("D1.serialize.error"), async () => {
    const event = fail(new RangeError("boom"));
    event.execution.retryable = true;
    await event.invoke();
    expect(event.toJSON().execution).toMatchObject({
      status: "failed",
      response: null,
      error: { error: "RangeError", message: "boom" },
      retryable: true,
    });
  });

  test("does not change the outcome, whatever the response is", verifies("D1.serialize.response"), async () => {
    const hostile = new Proxy(
      {},
      {
        ownKeys() {
          throw new Error("no keys");
        },
      },
    );
    const event = Event.from(() => ({ hostile, fine: 1 }));
    const end = await event.invoke();
    expect(event.toJSON().execution.response).toEqual({ hostile: "<unserializable>", fine: 1 });
    expect(end).toMatchObject({ status: "completed", error: null });
  });

  test("is a way out only: nothing makes an event from it", verifies("D1.rebuild"), async () => {
    const event = Event.from(() => 1);
    await event.invoke();
    const data: unknown = JSON.parse(JSON.stringify(event));
    expect(data).not.toBeInstanceOf(Event);
    expect(data).not.toHaveProperty("invoke");
    expect(Object.getOwnPropertyNames(Event).sort()).toEqual(["from", "length", "name", "prototype"]);
  });
});
