import { deferred, flush } from "@acta/test-kit";
import { describe, expect, test } from "vitest";
import { Cancellation } from "./cancellation.js";
import { Event } from "./event.js";

/** Reads a stream to its end. */
async function read<End>(stream: AsyncGenerator<unknown, End>) {
  const items: unknown[] = [];
  for (;;) {
    const step = await stream.next();
    if (step.done) return { items, end: step.value };
    items.push(step.value);
  }
}

describe("a stream", () => {
  test("invokes a pending event, yields its progress in order and returns the execution", async () => {
    const event = Event.from(async ({ progress }) => {
      progress(1);
      await Promise.resolve();
      progress(2);
      progress(undefined);
      return "done";
    });
    const { items, end } = await read(event.stream());
    expect(items).toEqual([1, 2, undefined]);
    expect(end).toBe(event.execution);
    expect(end).toMatchObject({ status: "completed", response: "done" });
  });

  test("does not start before it is read", async () => {
    const event = Event.from(() => 1);
    const stream = event.stream();
    expect(event.status).toBe("pending");
    await stream.next();
    expect(event.status).toBe("completed");
  });

  test("waits for items that are published later", async () => {
    const gate = deferred<void>();
    const event = Event.from(async ({ progress }) => {
      await gate.promise;
      progress("late");
    });
    const stream = event.stream();
    const asked = stream.next();
    gate.resolve();
    expect(await asked).toEqual({ done: false, value: "late" });
    expect((await stream.next()).done).toBe(true);
  });

  test("yields what was published while its consumer was busy, up to the last item before the end", async () => {
    const gate = deferred<void>();
    const event = Event.from(async ({ progress }) => {
      progress("first");
      await gate.promise;
      progress("second");
      progress("last");
    });
    const stream = event.stream();
    await stream.next();
    gate.resolve();
    await event.completion;
    expect((await read(stream)).items).toEqual(["second", "last"]);
  });

  test("of an event that runs yields what nobody has read, then the rest", async () => {
    const gate = deferred<void>();
    const event = Event.from(async ({ progress }) => {
      progress("early");
      await gate.promise;
      progress("late");
    });
    const invoked = event.invoke();
    const stream = event.stream();
    expect((await stream.next()).value).toBe("early");
    gate.resolve();
    expect((await read(stream)).items).toEqual(["late"]);
    await invoked;
  });

  test("of an event that has ended yields the latest 1,000 items that nobody has read", async () => {
    const event = Event.from(({ progress }) => {
      for (let n = 0; n < 1_500; n++) progress(n);
    });
    await event.invoke();
    const { items } = await read(event.stream());
    expect(items).toHaveLength(1_000);
    expect([items[0], items.at(-1)]).toEqual([500, 1_499]);
    expect((await read(event.stream())).items).toEqual([]);
  });

  test("gives each of several consumers every item from its first read on", async () => {
    const steps = [deferred<void>(), deferred<void>()] as const;
    const event = Event.from(async ({ progress }) => {
      progress("a");
      await steps[0].promise;
      progress("b");
      await steps[1].promise;
      progress("c");
    });
    const one = event.stream();
    expect((await one.next()).value).toBe("a");
    const two = event.stream();
    const first = two.next();
    steps[0].resolve();
    expect((await first).value).toBe("b");
    steps[1].resolve();
    expect((await read(one)).items).toEqual(["b", "c"]);
    expect((await read(two)).items).toEqual(["c"]);
  });

  test("drops progress after the end", async () => {
    let publish: (item: unknown) => void = () => {};
    const event = Event.from(({ progress }) => {
      publish = progress;
    });
    await event.invoke();
    publish("too late");
    expect((await read(event.stream())).items).toEqual([]);
  });

  test("of a failed event returns it like any other", async () => {
    const event = Event.from<void>(({ progress }) => {
      progress(1);
      throw new Error("boom");
    });
    expect(await read(event.stream())).toMatchObject({ items: [1], end: { status: "failed", error: { message: "boom" } } });
  });

  test("throws the reason of the abort, after the items before it", async () => {
    const caller = new AbortController();
    const event = Event.from(({ progress }) => {
      progress(1);
      return new Promise<never>(() => {});
    });
    const stream = event.stream({ signal: caller.signal });
    await stream.next();
    const rest = read(stream);
    caller.abort("stop");
    await expect(rest).rejects.toBe("stop");
  });

  test("throws what invoke refuses", async () => {
    await expect(
      Event.from(() => 1)
        .stream({ timeoutMs: -1 })
        .next(),
    ).rejects.toMatchObject({ code: "invalid_timeout" });
  });
});

describe("leaving a stream early", () => {
  test("ends the reading and not the work", async () => {
    const gate = deferred<string>();
    const event = Event.from(({ progress }) => {
      progress(1);
      progress(2);
      return gate.promise;
    });
    for await (const item of event.stream()) {
      expect(item).toBe(1);
      break;
    }
    expect(event.status).toBe("processing");
    gate.resolve("done");
    expect((await event.completion).response).toBe("done");
  });

  test("leaves no rejection unhandled when the work is cancelled later", async () => {
    const gate = deferred<never>();
    const event = Event.from(({ progress }) => {
      progress(1);
      return gate.promise;
    });
    for await (const _ of event.stream()) break;
    const rejections: unknown[] = [];
    const notice = (reason: unknown) => rejections.push(reason);
    process.on("unhandledRejection", notice);
    gate.reject(new Cancellation());
    await event.completion;
    await flush();
    process.off("unhandledRejection", notice);
    expect(event.status).toBe("cancelled");
    expect(rejections).toEqual([]);
  });

  test("does not hang while an item is awaited that never comes", async () => {
    const event = Event.from(() => new Promise<never>(() => {}));
    const stream = event.stream();
    const asked = stream.next();
    expect(await stream.return(event.execution)).toEqual({ done: true, value: event.execution });
    expect(await asked).toEqual({ done: true, value: event.execution });
    expect(event.status).toBe("processing");
  });

  test("before the first read starts nothing", async () => {
    const event = Event.from(() => 1);
    await event.stream().return(event.execution);
    expect(event.status).toBe("pending");
  });
});
