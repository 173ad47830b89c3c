import { NotExecuted } from "@acta/actions";
import type { Executor, ExecutorCall, ExecutorResult } from "@acta/actions/executor";
import { Branch } from "@acta/branch";
import { memoryJournal } from "@acta/journal/memory";
import { sqliteJournal } from "@acta/journal-sqlite";
import type { Place } from "./place.js";
import { type Arguments, type EffectName, toolsFor } from "./tools.js";
import type { Witness } from "./witness.js";

export interface Ended {
  readonly callId: string;
  readonly effect: EffectName;
  readonly kind: string;
  readonly executed: string;
  readonly code: string | undefined;
}

/** A branch whose calls go into the queue of a place. */
export class Caller {
  readonly ended: Ended[] = [];
  /** Calls that were asked for. */
  asked = 0;
  readonly #branch: Branch;
  readonly #counted: Counted;

  private constructor(branch: Branch, counted: Counted) {
    this.#branch = branch;
    this.#counted = counted;
  }

  /** `stored`: in a file; else in memory. */
  static async open(place: Place, { stored }: { readonly stored: boolean }): Promise<Caller> {
    const tools = toolsFor(place.witness);
    const journal = stored ? sqliteJournal({ path: place.path("branch.db") }) : memoryJournal();
    const counted = new Counted(place.executor);
    return new Caller(await Branch.open({ id: "calls", tools, executors: [counted], journal }), counted);
  }

  /** Attempts without an answer of the tool. */
  get lost(): number {
    return this.#counted.lost;
  }

  async act(calls: readonly (readonly [EffectName, Arguments])[], concurrency: number): Promise<void> {
    this.asked += calls.length;
    const proposals = calls.map(([effect, input]) => ({ function: effect, arguments: input }));
    const responses = await this.#branch.act(proposals, { batch: { concurrency, retry: { attempts: 3 } } });
    for (const { callId, function: name, outcome } of responses) {
      this.ended.push({ callId, effect: name as EffectName, kind: outcome.kind, executed: outcome.executed, code: outcome.error?.code });
    }
  }

  close(): Promise<void> {
    return Promise.resolve(this.#branch.close());
  }
}

/** An executor, and how many attempts it has lost. */
class Counted implements Executor {
  readonly name: string;
  readonly capabilities: Executor["capabilities"];
  readonly #executor: Executor;
  lost = 0;

  constructor(executor: Executor) {
    this.name = executor.name;
    this.capabilities = executor.capabilities;
    this.#executor = executor;
  }

  async execute(call: ExecutorCall): Promise<ExecutorResult> {
    const result = await this.#executor.execute(call);
    if (result.kind === "lost" || (result.kind === "threw" && NotExecuted.isInstance(result.error))) this.lost++;
    return result;
  }
}

/** What the witness and the outcomes say together. */
export interface Facts {
  readonly calls: number;
  readonly succeeded: number;
  /** Ended `ambiguous`: whoever ran it is gone. */
  readonly ambiguous: number;
  /** Attempts that no tool has answered. */
  readonly lost: number;
  /** Calls without exactly one outcome. */
  readonly withoutOutcome: number;
  /** Outcomes of another kind. */
  readonly other: readonly string[];
  /** Attempts that ran more than once, of all tools. */
  readonly attemptsTwice: number;
  /** Calls of the unsafe tool that ran more than once. */
  readonly unsafeTwice: number;
  /** Calls that succeeded and never ran, or that did not run according to their outcome, and did. */
  readonly untrue: number;
}

export function factsOf({ asked, ended, lost }: Caller, witness: Witness): Facts {
  const attempts = witness.count();
  const runs = new Map<string, number>();
  for (const [attempt, count] of attempts) {
    const callId = attempt.slice(0, attempt.lastIndexOf(":"));
    runs.set(callId, (runs.get(callId) ?? 0) + count);
  }
  const runsOf = ({ callId }: Ended) => runs.get(callId) ?? 0;
  const answered = new Set(ended.map(({ callId }) => callId)).size;
  return {
    calls: asked,
    lost,
    succeeded: ended.filter(({ kind }) => kind === "succeeded").length,
    ambiguous: ended.filter(({ kind }) => kind === "ambiguous").length,
    other: ended.filter(({ kind }) => kind !== "succeeded" && kind !== "ambiguous").map(({ kind, code }) => `${kind} ${code}`),
    withoutOutcome: asked - answered + (ended.length - answered),
    attemptsTwice: [...attempts.values()].filter((count) => count > 1).length,
    unsafeTwice: ended.filter((call) => call.effect === "unsafe" && runsOf(call) > 1).length,
    untrue: ended.filter((call) => (call.kind === "succeeded" && runsOf(call) === 0) || (call.executed === "no" && runsOf(call) > 0))
      .length,
  };
}
