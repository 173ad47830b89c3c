import { NotExecuted, type ToolContext } from "@acta/actions";
import type { JsonObject } from "@acta/governance";
import { HookBus } from "@acta/hooks";
import type { Journal, NewEntry } from "@acta/journal";
import { memoryJournal } from "@acta/journal/memory";
import { faultyJournal } from "@acta/journal/testing";
import { vi } from "vitest";
import { z } from "zod";
import { ActFailed, Branch, SessionObserver, type Transaction } from "../../src/index.js";
import { asynchronous, tool } from "../support.js";
import { envelopesOf, errors, escalateTo, flat, guard, perform, planOf, policy, preprocess, raise } from "./behaviour.js";
import type { Acted, Observation, Run } from "./observation.js";
import type { CallPlan, Scenario } from "./scenario.js";

const unhandled: unknown[] = [];
process.on("unhandledRejection", (error) => void unhandled.push(error));

export interface Variant {
  readonly transaction?: Transaction | undefined;
  readonly wrap?: ((journal: Journal) => Journal) | undefined;
}

const gateTimeoutMs = 50;
const reason = Object.freeze({ why: "the caller had enough" });

/** Injects the fault of the scenario, and notes what it did. */
function withFault(journal: Journal, { fault }: Scenario, note: { secretlyProposed: Set<string>; endangered: Set<string> }): Journal {
  let seen = 0;
  return faultyJournal(journal, (_, [entry, ...others]) => {
    if (fault === null || entry?.kind !== fault.kind) return undefined;
    const isHit = seen >= fault.from && seen < fault.from + fault.times;
    seen += 1;
    if (!isHit) return undefined;
    if (entry.settles !== undefined) note.endangered.add(entry.settles);
    if (fault.fault === "lose_answer")
      for (const { opens } of [entry, ...others]) if (opens !== undefined) note.secretlyProposed.add(opens);
    return fault.fault;
  });
}

function listenersOn(signal: AbortSignal): () => number {
  const listeners = new Set<unknown>();
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (...args: Parameters<AbortSignal["addEventListener"]>) => {
    listeners.add(args[1]);
    addEventListener.apply(signal, args);
  };
  signal.removeEventListener = (...args: Parameters<AbortSignal["removeEventListener"]>) => {
    listeners.delete(args[1]);
    removeEventListener.apply(signal, args);
  };
  return () => listeners.size;
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Lets simulated time pass until everybody is done. */
async function drive<T>(work: Promise<T>): Promise<T> {
  let isDone = false;
  const end = work.finally(() => {
    isDone = true;
  });
  // The digest of an approval is made on another thread, in real time.
  const patience = process.hrtime.bigint() + 5_000_000_000n;
  for (let turns = 0; !isDone; turns++) {
    if (turns > 5_000 && process.hrtime.bigint() > patience) throw new Error("an act does not end");
    await turn();
    if (!isDone && vi.getTimerCount() > 0) vi.advanceTimersToNextTimer();
  }
  return end;
}

/** Plays a scenario on a branch, in simulated time. Needs fake timers. */
export async function observe(scenario: Scenario, variant: Variant = {}): Promise<Observation> {
  unhandled.splice(0);
  const plans = scenario.acts.flat();
  const memory = memoryJournal();
  const note = { secretlyProposed: new Set<string>(), endangered: new Set<string>() };
  const runs: Run[] = [];
  const planned = new Map<string, CallPlan>();
  const hooks: { point: string; callId: string }[] = [];
  const faulty = withFault(scenario.isAsynchronous ? asynchronous(memory) : memory, scenario, note);
  const journal = variant.wrap?.(faulty) ?? faulty;

  const hasIntent = ({ callId, attempt }: ToolContext) =>
    memory.read("b", { kinds: ["call.intended"] }).entries.some(({ body }) => {
      const intent = body as { callId: string; attempt: number };
      return intent.callId === callId && intent.attempt === attempt;
    });
  const run = (effect: "read" | "idempotent" | "unsafe") => (input: JsonObject, context: ToolContext) => {
    const record: Run = { callId: context.callId, attempt: context.attempt, effect, hadIntent: hasIntent(context), hadNoEffect: false };
    runs.push(record);
    const plan = planOf(plans, input);
    if (plan) planned.set(context.callId, plan);
    const steps = plan?.runs ?? [];
    const step = steps[Math.min(context.attempt, steps.length) - 1];
    if (step === undefined) return null;
    record.hadNoEffect = step.does === "throw" && NotExecuted.isInstance(errors[step.what]);
    return perform(step, scenario.timeoutMs !== undefined);
  };
  const tools = (["read", "idempotent", "unsafe"] as const).map((effect) =>
    tool(effect, run(effect), {
      effect,
      input: z.looseObject({ plan: z.number() }) as never,
      preprocess: (input) => preprocess(planOf(plans, input), input as JsonObject) as never,
      postprocess: (output, { callId }) => (planned.get(callId)?.postprocess === "throw" ? raise(new Error("post")) : output),
      isFailure: (output) => typeof output === "object" && output !== null && "isError" in output,
    }),
  );

  const troubled = (name: Scenario["troubles"][number]) => () => {
    if (scenario.troubles.includes(name)) raise(new Error(name));
  };
  const bus = new HookBus();
  bus.on("tool.pre", guard(plans));
  for (const point of ["tool.pre", "tool.post", "tool.error"] as const) {
    bus.on(point, ({ callId }) => void hooks.push({ point, callId }));
  }
  bus.on("tool.post", troubled("hook"));
  bus.on("tool.error", async () => troubled("hook")());
  const observer = new SessionObserver();
  observer.observe("event", troubled("observer"));
  observer.observe("message", async () => troubled("observer")());
  const branch = new Branch({
    id: "b",
    journal,
    tools,
    observer,
    hooks: bus,
    gateTimeoutMs,
    escalateTimeoutMs: 20,
    policy: { id: "plan", decide: policy(plans), settle: troubled("settle") },
    onEscalate: escalateTo(scenario.onEscalate),
    onDiagnostic: troubled("diagnostic"),
    transaction: variant.transaction,
  });
  branch.onMessage(troubled("callback"));

  const controller = new AbortController();
  const listeners = listenersOn(controller.signal);
  const { abortAt, attempts, strategy, suppressErrors, siblings, concurrency, timeoutMs, retryDelayMs } = scenario;
  if (abortAt === 0) controller.abort(reason);
  const aborting = abortAt ? setTimeout(() => controller.abort(reason), abortAt) : undefined;
  let offset = 0;
  const acting = scenario.acts.map(async (act): Promise<Acted> => {
    const envelopes = envelopesOf(act, offset);
    offset += act.length;
    const functions = envelopes.map((envelope) => flat(envelope).function);
    const retry = attempts > 1 ? { attempts, delayMs: retryDelayMs } : undefined;
    try {
      const batch = { siblings, concurrency, timeoutMs, retry };
      const models = await branch.act(envelopes, { strategy, suppressErrors, signal: controller.signal, batch });
      return { functions, models, thrown: undefined, reason };
    } catch (thrown) {
      return { functions, models: ActFailed.isInstance(thrown) ? thrown.responses : null, thrown, reason };
    }
  });
  const acts = await drive(Promise.all(acting));
  const live = { messages: branch.messages.messages, log: [...branch.log] };
  clearTimeout(aborting);
  const opened = await Branch.open({ id: "b", journal: memory });
  const leftovers = { timers: timersThatAreNotTheTools(), listeners: listeners() };
  await turn();
  vi.clearAllTimers();
  const rebuilt = { messages: opened.messages.messages, log: [...opened.log] };
  return { acts, live, rebuilt, entries: memory.read("b").entries, runs, hooks, ...note, unhandled: unhandled.splice(0), leftovers };

  /** A tool that ignores its signal sleeps on, as it may; nobody else does. */
  function timersThatAreNotTheTools(): number {
    const isToolAsleep = plans.some((plan) => plan.decide === "slow" || plan.runs.some(({ after }) => after !== 0));
    return isToolAsleep ? 0 : vi.getTimerCount();
  }
}

/** Says that it stored intents, and does not. */
export const forgetsIntents = (journal: Journal): Journal => ({
  ...journal,
  append: (branchId: string, entries: readonly NewEntry[]) =>
    entries[0]?.kind === "call.intended"
      ? { kind: "appended", entries: entries.map((entry) => ({ ...entry, branchId, sequence: 0 })) }
      : journal.append(branchId, entries),
});
