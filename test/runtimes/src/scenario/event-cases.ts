import { Cancellation, Event } from "@acta/event";
import type { ScenarioCase } from "./scenario-case.js";

export const eventCases: readonly ScenarioCase[] = [
  {
    name: "event: an asynchronous result is the response",
    expected: ["completed", 42],
    actual: async () => {
      const { status, response } = await Event.from(async () => 42).invoke();
      return [status, response];
    },
  },
  {
    name: "event: a failure is data",
    expected: ["failed", "no"],
    actual: async () => {
      const { status, error } = await Event.from(() => Promise.reject(new RangeError("no"))).invoke();
      return [status, error?.message];
    },
  },
  {
    name: "event: a deadline aborts, and its signal with it",
    expected: ["aborted", "deadline_exceeded", true],
    actual: async () => {
      let seen: AbortSignal | undefined;
      const stuck = Event.from(({ signal }) => {
        seen = signal;
        return new Promise<never>(() => {});
      });
      const { status, error } = await stuck.invoke({ timeoutMs: 5 });
      return [status, error && "code" in error && error.code, seen?.aborted];
    },
  },
  {
    name: "event: the caller's abort rejects with its reason",
    expected: ["enough", "cancelled"],
    actual: async () => {
      const controller = new AbortController();
      const event = Event.from(() => new Promise<never>(() => {}));
      const ended = event.invoke({ signal: controller.signal }).catch((reason: unknown) => reason);
      controller.abort("enough");
      return [await ended, event.status];
    },
  },
  {
    name: "event: progress streams, then it serializes",
    expected: [
      [1, 2],
      ["a", "b"],
    ],
    actual: async () => {
      const items: unknown[] = [];
      const event = Event.from(async ({ progress }) => {
        progress(1);
        progress(2);
        return new Set(["a", "b"]);
      });
      for await (const item of event.stream()) items.push(item);
      return [items, event.toJSON().execution.response];
    },
  },
  {
    name: "event: a cancellation is known by its brand",
    expected: [true, false],
    actual: () => [Cancellation.isInstance(new Cancellation()), Cancellation.isInstance(new Error("x"))],
  },
];
