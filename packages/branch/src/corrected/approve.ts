import { InvalidArguments, parseArguments } from "@acta/actions";
import { Cancellation } from "@acta/event";
import { canonicalJson, type Escalate, type JsonObject } from "@acta/governance";
import { denied, escalated, type Outcome, type OutcomeCode, refusal } from "../outcome.js";
import { isThenable } from "../thenable.js";
import { allowed, authorize } from "./authorize.js";
import type { Call } from "./call.js";
import { interruptible, interruption } from "./interrupt.js";
import { validate } from "./validate.js";
import { waitFor } from "./wait-for.js";

/** The arguments that may run after an approval, or how the call ends. */
export type Answer = { readonly input: JsonObject } | { readonly refused: Outcome };

/** Asks for the approval that the decision wants. Null: none is wanted, or it was given; the call goes on. */
export function approve(call: Call): null | Promise<Outcome | null> {
  return call.decision?.kind !== "escalate" || call.input === null ? null : approved(call, call.input, call.decision);
}

async function approved(call: Call, input: JsonObject, decision: Escalate): Promise<Outcome | null> {
  try {
    const answer = await seekApproval(call, input, decision);
    if ("refused" in answer) return answer.refused;
    call.input = answer.input;
    return null;
  } catch (error) {
    return interruption(call, error);
  }
}

/**
 * `onEscalate` approves with `true`, or with the arguments that it approves instead; those are validated and authorized again, and only a
 * denial or a deferral can still refuse them. Without a handler the call waits for an approval. (ADR-0012 D5)
 */
export async function seekApproval(call: Call, input: JsonObject, decision: Escalate): Promise<Answer> {
  const { onEscalate } = call.act.scope;
  if (onEscalate === undefined) return { refused: escalated(`${call.id}:${call.attempt}:approval`, decision.reason) };
  const answer = await ask(call, decision);
  if ("refused" in answer) return answer;
  if (answer.approved === true) return accept(call, input, decision);
  return acceptInstead(call, answer.approved, decision);
}

function accept(call: Call, input: JsonObject, decision: Escalate): Answer {
  call.approved = [...call.approved, { canonical: canonicalJson(input), by: null }];
  call.approval = Object.freeze({ id: `${call.id}:${call.attempt}:approval`, by: "onEscalate", note: null });
  call.decision = allowed(decision);
  return { input };
}

async function acceptInstead(call: Call, approved: unknown, escalation: Escalate): Promise<Answer> {
  if (call.tool === null) return refuse("escalation_failed", "there is no tool to approve");
  let raw: JsonObject;
  let input: JsonObject;
  try {
    raw = parseArguments(approved);
    input = await validate(call, call.tool, raw);
  } catch (error) {
    if (!InvalidArguments.isInstance(error)) throw error;
    return refuse("escalation_failed", `the approved arguments are not valid: ${error.message}`);
  }
  accept(call, input, escalation);
  const asked = authorize(call, input);
  const decision = isThenable(asked) ? await interruptible(call, asked) : asked;
  call.decision = decision;
  if (decision?.kind === "escalate") return refuse("escalation_failed", "the approval covers other arguments");
  if (decision !== null && decision.kind !== "allow") return { refused: refusal(decision) };
  call.raw = raw;
  return { input };
}

type Asked = { readonly approved: true | object } | { readonly refused: Outcome };
type Reply = { readonly answer: unknown } | { readonly error: unknown };

async function ask(call: Call, decision: Escalate): Promise<Asked> {
  const { escalateTimeoutMs } = call.act.scope;
  const over = new AbortController();
  try {
    const reply = waitFor(replyTo(call, decision, over.signal), escalateTimeoutMs, call.signal);
    const waited = await interruptible(call, reply);
    return waited.kind === "done" ? read(waited.value) : refuse("escalation_timeout", `no approval within ${escalateTimeoutMs} ms`);
  } finally {
    over.abort();
  }
}

/** Whatever the handler does is an answer. */
async function replyTo(call: Call, decision: Escalate, signal: AbortSignal): Promise<Reply> {
  try {
    return { answer: call.context && (await call.act.scope.onEscalate?.(call.context, decision, { signal })) };
  } catch (error) {
    return { error };
  }
}

function read(reply: Reply): Asked {
  if ("error" in reply) {
    if (Cancellation.isInstance(reply.error)) throw reply.error;
    return refuse("escalation_failed", "the approval handler failed");
  }
  const { answer } = reply;
  if (answer === true || (typeof answer === "object" && answer !== null && !Array.isArray(answer))) return { approved: answer };
  return refuse("escalation_refused", "the approval was refused");
}

const refuse = (code: OutcomeCode, message: string) => ({ refused: denied(code, message) });
