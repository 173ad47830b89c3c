import { type CallsOf, defineTool, type Tool } from "@acta/actions";
import { combine, type JsonObject } from "@acta/governance";
import { HookBus } from "@acta/hooks";
import { memoryJournal } from "@acta/journal/memory";
import { z } from "zod";
import { type ActionResponseModel, Branch, type Outcome, Session, SessionObserver, type Signal } from "../src/index.js";

type IsAny<T> = 0 extends 1 & T ? true : false;
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const yes = <T extends true>(_?: T) => {};

const add = defineTool({
  name: "add",
  description: "",
  input: z.object({ a: z.number(), b: z.number().default(1), note: z.string().optional() }),
  effect: "read",
  run: ({ a, b }) => a + b,
  postprocess: (sum) => {
    yes<Equal<typeof sum, number>>();
    return sum;
  },
});
const read = defineTool({
  name: "read",
  description: "",
  input: z.object({ path: z.string() }),
  output: z.object({ text: z.string() }),
  run: async ({ path }, { signal }) => ({ text: path + String(signal.aborted) }),
});
const crawl = defineTool({
  name: "crawl",
  description: "",
  input: z.object({ urls: z.array(z.string()) }),
  async *run({ urls }) {
    for (const url of urls) yield { url };
    return urls.length;
  },
});
const nothing = defineTool({ name: "nothing", description: "", input: z.object({}), run: () => null });
// @ts-expect-error a schema whose output is not JSON is refused at compile time
defineTool({ name: "when", description: "", input: z.object({ at: z.coerce.date() }), run: () => 1 });

// What a model's results are, by tool.
type Calls = CallsOf<readonly [typeof add, typeof read, typeof crawl]>;
yes<Equal<Calls["add"]["output"], number>>();
yes<Equal<Calls["add"]["arguments"], { a: number; b: number; note?: string | undefined }>>();
yes<Equal<Calls["read"]["output"], { text: string }>>();
yes<Equal<Calls["crawl"]["output"], number>>();
type Model = ActionResponseModel<Calls>;
declare const model: Model;
yes<Equal<IsAny<Model["output"]>, false>>();
if (model.success && model.function === "add") yes<Equal<typeof model.output, number>>();
if (!model.success) yes<Equal<typeof model.output, JsonObject | null>>();
yes<Equal<Extract<Model, { success: true }>["outcome"]["kind"], "succeeded">>();
// @ts-expect-error the output is not known before `success` is
model.output.text;

// An agent, composed.
const hooks = new HookBus();
const observer = new SessionObserver();
const session = new Session({
  hooks,
  observer,
  journal: memoryJournal(),
  policy: combine([{ id: "own", decide: () => true }, (call) => call.arguments.path !== "/etc/passwd"]),
});
const branch = session.branch({ tools: [add, read, crawl, nothing] });
yes<Equal<typeof branch, Branch<readonly [typeof add, typeof read, typeof crawl, typeof nothing]>>>();
session.add(branch);
session.remove(branch);
yes<Equal<Awaited<ReturnType<typeof branch.clone>>, typeof branch>>();
branch.on("tool.post", (payload) => {
  yes<Equal<IsAny<typeof payload>, false>>();
  if (payload.toolName === "add") yes<Equal<typeof payload.output, number>>();
  if (payload.toolName === "read") payload.output.text.trim();
});
branch.on("tool.pre", (payload) => {
  if (payload.toolName === "add") yes<Equal<typeof payload.arguments.a, number>>();
});
observer.observe("gate_denied", ({ decision, call }) => void [decision.kind, call.function]);
observer.observe("event", (signal) => yes<Equal<typeof signal, Extract<Signal, { kind: "event" }>>>());
// @ts-expect-error there is no such point
branch.on("tool.nope", () => {});
// @ts-expect-error there is no such signal
observer.observe("nope", () => {});

const controller = new AbortController();
const responses = await branch.act([{ function: "add", arguments: {} }], {
  strategy: "concurrent",
  signal: controller.signal,
  batch: { concurrency: 4 },
});
for (const response of responses) {
  if (response.success) {
    if (response.function === "add") yes<Equal<typeof response.output, number>>();
    else if (response.function === "read") response.output.text.trim();
    else if (response.function === "crawl") yes<Equal<typeof response.output, number>>();
    else yes<Equal<typeof response.output, null>>();
  } else {
    switch (response.outcome.kind) {
      case "escalated":
        yes<Equal<typeof response.outcome.approvalId, string>>();
        break;
      case "deferred":
        yes<Equal<typeof response.outcome.retryAt, number>>();
        break;
      default:
        response.outcome.error.code satisfies string;
    }
  }
}
yes<Equal<Extract<(typeof responses)[number], { success: true }>["function"], "add" | "read" | "crawl" | "nothing">>();
// @ts-expect-error not a tool of this branch
if (responses[0]?.success && responses[0].function === "nope") controller.abort();

// The outcome of every kind is known.
type Executed<Kind extends Outcome["kind"]> = Extract<Outcome, { kind: Kind }>["executed"];
yes<Equal<Executed<"succeeded">, "yes">>();
yes<Equal<Executed<"denied" | "rejected" | "skipped" | "escalated" | "deferred">, "no">>();
yes<Equal<Executed<"ambiguous">, "unknown">>();

// Tools that are not known until run time.
declare const many: readonly Tool[];
const dynamic = await new Branch({ tools: many }).act([]);
if (dynamic[0]?.success) yes<Equal<(typeof dynamic)[0]["output"], unknown>>();
const plain = await new Branch().act({ function: "x", arguments: "{}" });
if (plain[0]?.success) yes<Equal<(typeof plain)[0]["output"], unknown>>();

// A tool whose parts disagree.
// @ts-expect-error postprocess must keep the type
defineTool({ name: "x", description: "", input: z.object({}), run: () => 1, postprocess: () => "text" });
// @ts-expect-error the output schema is another
defineTool({ name: "y", description: "", input: z.object({}), output: z.object({ n: z.number() }), run: () => ({ n: "no" }) });
interface Arguments {
  a: number;
}
declare const schema: z.ZodType<Arguments>;
defineTool({ name: "z", description: "", input: schema, run: ({ a }) => a });
