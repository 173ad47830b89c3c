import { withProcessors } from "@acta/actions";
import { HookBus } from "@acta/hooks";
import { faultyJournal } from "@acta/journal/testing";
import { never, slowSchema, tool, type Watched, watch } from "./support.js";

export interface Stage {
  readonly name: string;
  /** Whether the tool had been taken by its executor, and whether `tool.pre` had its turn. */
  readonly hasRun: boolean;
  readonly hasReachedGuard: boolean;
  /** A branch with a tool `t` whose calls hang at this stage. */
  arrange(): Watched;
}

const hanging = (name: string, options: () => Parameters<typeof watch>[0], more: Partial<Stage> = {}): Stage => ({
  name,
  hasRun: false,
  hasReachedGuard: true,
  arrange: () => watch(options()),
  ...more,
});

function hangingGuard(): HookBus {
  const hooks = new HookBus();
  hooks.on("tool.pre", never);
  return hooks;
}

/** Every place where a call can wait for something that is not the branch's own. */
export const stages: readonly Stage[] = [
  hanging("an asynchronous schema", () => ({ tools: [tool("t", () => 1, { input: slowSchema(never) })] }), { hasReachedGuard: false }),
  hanging("a policy", () => ({ tools: [tool("t")], policy: never }), { hasReachedGuard: false }),
  hanging("a guard", () => ({ tools: [tool("t")], hooks: hangingGuard() })),
  hanging("a security processor", () => ({ tools: [withProcessors(tool("t"), { security: { t: [never] } })] })),
  hanging("preprocess", () => ({ tools: [tool("t", () => 1, { preprocess: never })] })),
  hanging("a policy that is asked again", () => ({
    tools: [tool("t", () => 1, { preprocess: () => ({ a: 2 }) as never })],
    policy: (call) => (call.arguments.a === 2 ? never() : true),
  })),
  hanging("the journal, with the intent", () => ({
    tools: [tool("t")],
    wrap: (journal) => faultyJournal(journal, (_, [entry]) => (entry?.kind === "call.intended" ? "hang" : undefined)),
  })),
  hanging("a tool that ignores its signal", () => ({ tools: [tool("t", never)] }), { hasRun: true }),
  hanging("a tool that heeds its signal", () => ({ tools: [tool("t", (_, { signal }) => heed(signal))] }), { hasRun: true }),
  hanging("the output's schema", () => ({ tools: [tool("t", () => 1, { output: slowSchema(never) })] }), { hasRun: true }),
  hanging("postprocess", () => ({ tools: [tool("t", () => 1, { postprocess: never })] }), { hasRun: true }),
];

function heed(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
}
