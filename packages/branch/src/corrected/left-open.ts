import type { Tool } from "@acta/actions";
import type { Decision } from "@acta/governance";
import type { OpenCall } from "../open-call.js";
import { ambiguous, begun, type Outcome, skipped, succeeded } from "../outcome.js";
import type { IntendedBody, ProposedBody } from "../records.js";
import type { RecoverOptions } from "../recover-options.js";
import type { Act } from "./act.js";
import { approvalDigest } from "./approval-digest.js";
import { attach } from "./attach.js";
import type { Call } from "./call.js";
import { recordedCall, toApproved } from "./recorded-call.js";
import { waitFor } from "./wait-for.js";

/** A call that a dead process left open. */
export interface LeftOpen {
  readonly call: Call;
  /** How it ended; null where it is to be run again. */
  readonly ended: Outcome | null;
  /** What is known of the attempts before, where it is run again and refused. */
  readonly before: Outcome;
}

const neverStarted = skipped("never_started", "the process ended before this call started");
const nothingHappened = skipped("never_started", "the process ended, and the tool says that nothing happened");
const lost = ambiguous("the process ended while this call ran");

/**
 * What became of a call whose process is gone: nothing before its intent was stored; after it what its tool can tell, and else nobody knows.
 * An unsafe tool is never run again unless it says itself that nothing happened.
 */
export async function whatBecameOf(
  act: Act,
  open: OpenCall & { readonly proposed: ProposedBody },
  options: RecoverOptions,
): Promise<LeftOpen> {
  const call = recordedCall(act, open.proposed);
  call.resolve();
  await keepApproval(call, open);
  const { intended } = open;
  if (intended === null) return { call, ended: neverStarted, before: neverStarted };
  call.attempt = intended.attempt;
  call.input = intended.arguments;
  // What it was allowed under holds for what becomes of it.
  call.withhold(intended.withheld);
  call.decision = intended.decision as Decision | null;
  const attached = await attach(call, intended);
  if (attached) return { call, ended: attached, before: attached };
  const known = await reconcile(call, intended);
  if (known === "done") return { call, ended: succeeded, before: succeeded };
  const before = known === "not_done" ? nothingHappened : lost;
  const mayRun = !open.proposed.isRedacted && !intended.isRedacted && (known === "not_done" || mayRunTwice(call.tool, intended));
  if (options.rerun !== true || !mayRun) return { call, ended: before, before };
  call.attempt = intended.attempt + 1;
  call.decision = null;
  call.before = { arguments: intended.arguments, outcome: before };
  return { call, ended: null, before };
}

/** What was approved before the crash holds for as long as tool and policies are those that it was asked for. */
async function keepApproval(call: Call, { approval, decided, approved }: OpenCall): Promise<void> {
  if (approval === null || decided === null || (await approvalDigest(call, approval.arguments)) !== approval.digest) return;
  call.approved = approved.flatMap(toApproved);
  call.approval = Object.freeze({ id: decided.approvalId, by: decided.by, note: decided.note });
}

/** A refusal says nothing of the attempt that nobody saw end. */
export function honest(outcome: Outcome, before: Outcome): Outcome {
  if (before.executed !== "unknown" || outcome.executed !== "no") return outcome;
  return outcome.kind === "cancelled" || outcome.kind === "timed_out" ? begun(outcome) : before;
}

const repeatable = ["read", "idempotent"];

/** Both the tool as it was and the tool as it is must allow it. */
function mayRunTwice(tool: Tool | null, { effect }: IntendedBody): boolean {
  return repeatable.includes(effect) && repeatable.includes(tool?.effect ?? "unsafe");
}

type Known = "done" | "not_done" | "unknown";

/** Whatever the tool does but answer with one of the words, nobody knows. */
async function reconcile(call: Call, { idempotencyKey }: IntendedBody): Promise<Known> {
  const { scope, signal } = call.act;
  const asked = async (): Promise<unknown> => call.tool?.reconcile?.(idempotencyKey);
  const waited = await waitFor(asked(), scope.gateTimeoutMs, signal).catch(() => null);
  const answer = waited?.kind === "done" ? waited.value : null;
  return answer === "done" || answer === "not_done" ? answer : "unknown";
}
