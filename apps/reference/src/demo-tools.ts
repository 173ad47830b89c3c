import { defineTool } from "@acta/actions";
import { z } from "zod";

/** Tools that end as no real tool can be made to end on demand. Only the demonstration has them. */
export const demoTools = (onAsked: () => void) => [
  defineTool({
    name: "Remember",
    description: "Has nothing to answer: a success with the result null.",
    input: z.object({ note: z.string() }),
    run: () => null,
  }),
  defineTool({
    name: "Sleep",
    description: "Takes longer than it may, which is 100 ms.",
    input: z.object({ seconds: z.number() }),
    effect: "read",
    timeoutMs: 100,
    run: ({ seconds }, { signal }) => until(signal, seconds * 1_000),
  }),
  defineTool({
    name: "AskUser",
    description: "Asks, and waits; nobody answers.",
    input: z.object({ question: z.string() }),
    effect: "read",
    run(_, { signal }) {
      onAsked();
      return until(signal, 60_000);
    },
  }),
];

/** Resolves after a time; rejects as soon as the call is stopped. */
function until(signal: AbortSignal, milliseconds: number): Promise<null> {
  return new Promise((resolve, reject) => {
    const stopped = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stopped);
      resolve(null);
    }, milliseconds);
    if (signal.aborted) stopped();
    else signal.addEventListener("abort", stopped, { once: true });
  });
}
