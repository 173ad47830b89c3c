import { defineTool } from "@acta/actions";
import { conformanceTools, runCases, summaryOf } from "@acta/actions/conformance";
import { type Executor, type ExecutorCall, type ExecutorResult, inline } from "@acta/actions/executor";
import { Branch } from "@acta/branch";
import { z } from "zod";

/** Runs one tool at a time, in the order in which the calls arrive. */
class OneAtATime implements Executor {
  readonly name = "one-at-a-time";
  readonly capabilities = { offLoop: false, killable: false, remote: false };
  #last: Promise<unknown> = Promise.resolve();

  execute(call: ExecutorCall): Promise<ExecutorResult> {
    const result = this.#last.then(() => this.#take(call));
    this.#last = result;
    return result;
  }

  #take(call: ExecutorCall): ExecutorResult | PromiseLike<ExecutorResult> {
    // Its turn came too late: the tool was never started, and that is what has to be said.
    if (call.signal.aborted) return { kind: "stopped", confirmed: true, executed: "no" };
    return inline.execute(call);
  }
}

const written: string[] = [];
const write = defineTool({
  name: "write",
  description: "Appends a line, slowly.",
  input: z.object({ line: z.string() }),
  executor: "one-at-a-time",
  run: async ({ line }) => {
    written.push(`${line} begins`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    written.push(`${line} ends`);
    return line;
  },
});
const controller = new AbortController();
const stop = defineTool({
  name: "stop",
  description: "Stops everything.",
  input: z.object({}),
  executor: "one-at-a-time",
  run: () => controller.abort("enough"),
});

const branch = new Branch({ tools: [write, stop], executors: [new OneAtATime()] });
const line = (text: string) => ({ function: "write", arguments: { line: text } });

// The calls of a batch are concurrent; this executor is not.
await branch.act([line("a"), line("b")]);
console.log(written.join(", "));

// While `stop` runs, `c` waits for its turn. It is cancelled before that comes, and never starts.
const reason = await branch.act([{ function: "stop", arguments: {} }, line("c")], { signal: controller.signal }).catch(String);
console.log(reason);
await branch.act(line("d"));
console.log(written.slice(4).join(", "));

// What became of each call is on record.
for (const message of branch.messages.messages) {
  if (message.kind === "action_response") console.log(message.content.function, message.content.error?.code ?? "succeeded");
}

// The kit of the contract, with tools that mark what they do in a list.
const marks = new Map<string, string[]>();
const results = await runCases({
  name: "one-at-a-time",
  capabilities: [],
  skips: [
    { id: "close.refuses", reason: "it has no close" },
    { id: "close.twice", reason: "it has no close" },
  ],
  tools: conformanceTools({ mark: (place, text) => void marks.get(place)?.push(text), vanish: () => {} }),
  open: () => new OneAtATime(),
  place() {
    const place = String(marks.size);
    marks.set(place, []);
    return place;
  },
  marks: (place) => [...(marks.get(place) ?? [])],
  dispose: () => {},
});
console.log(summaryOf("one-at-a-time", results));

// prints: a begins, a ends, b begins, b ends
// prints: enough
// prints: d begins, d ends
// prints: write succeeded
// prints: write succeeded
// prints: stop cancelled
// prints: write cancelled
// prints: write succeeded
// prints: one-at-a-time: 20 passed, 0 failed, 11 skipped
