import { executorCase } from "./world.js";

const numbers = Array.from({ length: 20 }, (_, index) => index);

export const callCases = [
  executorCase(
    "call.context",
    "The tool knows its call: id, idempotency key, attempt, and a signal that is not aborted.",
    async (world) => {
      const output = await world.returned("about", { list: [1] }, { callId: "c", idempotencyKey: "k", attempt: 3 });
      const { callId, idempotencyKey, attempt, aborted } = output as { [key: string]: unknown };
      world.equal(
        { callId, idempotencyKey, attempt, aborted },
        { callId: "c", idempotencyKey: "k", attempt: 3, aborted: false },
        "the context",
      );
    },
  ),

  executorCase("call.frozen", "The tool cannot change its input.", async (world) => {
    const output = await world.returned("about", { list: [1] });
    world.equal((output as { frozen?: unknown }).frozen, true, "whether the input is frozen, deeply");
  }),

  executorCase("call.once", "The tool runs once for one call.", async (world) => {
    const place = await world.subject.place();
    await world.returned("mark", { place, text: "a" });
    world.equal(await world.subject.marks(place), ["a"], "what it did");
  }),

  executorCase("call.concurrent", "Calls at the same time are answered with their own outputs.", async (world) => {
    const outputs = await Promise.all(numbers.map((n) => world.returned(n % 2 === 0 ? "echo" : "later", { n })));
    world.equal(
      outputs,
      numbers.map((n) => ({ n })),
      "the outputs",
    );
  }),

  executorCase("call.progress", "What a generator yields is told in order, before the answer.", async (world) => {
    const items: unknown[] = [];
    await world.returned("count", { to: 250 }, { progress: (item) => void items.push(item) });
    world.equal(
      items,
      Array.from({ length: 250 }, (_, index) => ({ step: index + 1 })),
      "the items at the answer",
    );
  }),

  executorCase("call.listeners", "A call that was answered leaves no listener at its signal.", async (world) => {
    const counted = countingSignal();
    await world.returned("later", {}, { signal: counted.signal });
    await world.run("failLater", {}, { signal: counted.signal });
    world.equal(counted.listeners(), 0, "the listeners");
  }),
];

/** A signal that knows how many listeners it has. */
function countingSignal() {
  const { signal } = new AbortController();
  const listeners = new Set<unknown>();
  return {
    listeners: () => listeners.size,
    signal: Object.assign(signal, {
      addEventListener: (_: string, listener: unknown) => void listeners.add(listener),
      removeEventListener: (_: string, listener: unknown) => void listeners.delete(listener),
    }),
  };
}
