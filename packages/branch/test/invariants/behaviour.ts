import { NotExecuted } from "@acta/actions";
import { Cancellation } from "@acta/event";
import { abstain, type CallContext, defer, escalate, type Gate, type JsonObject, PermissionError } from "@acta/governance";
import { StopHook } from "@acta/hooks";
import { createActionRequest } from "@acta/messages";
import type { Envelope, OnEscalate } from "../../src/index.js";
import { never } from "../support.js";
import type { CallPlan, Scenario, Step } from "./scenario.js";

const outputs = [null, undefined, 0, false, "", { a: [1] }, new Map([[1, 2n]]), { isError: true }];
export const errors = [
  new Error("boom"),
  undefined,
  null,
  "text",
  Object.freeze({ code: 1 }),
  Object.assign(new Error(), { message: 1n }),
  new NotExecuted("no"),
  new DOMException("gone", "AbortError"),
];

export const raise = (error: unknown): never => {
  throw error;
};

export function perform({ after, does, what }: Step, hasDeadline: boolean): unknown {
  const end = () => (does === "give" ? outputs[what] : raise(errors[what]));
  if (after === 0) return end();
  if (after === null && hasDeadline) return never();
  return new Promise((resolve) => setTimeout(resolve, after ?? 5)).then(end);
}

export const planOf = (plans: readonly CallPlan[], input: unknown): CallPlan | undefined =>
  plans[(input as { readonly plan?: number }).plan ?? -1];

export const policy =
  (plans: readonly CallPlan[]): Gate =>
  (call: CallContext) => {
    switch (planOf(plans, call.arguments)?.decide) {
      case "deny":
        return false;
      case "abstain":
        return abstain();
      case "defer":
        return defer("full", 9);
      case "escalate":
        return escalate("sure?");
      case "junk":
        return 1 as never;
      case "throw":
        return raise(undefined);
      case "cancel":
        return raise(new Cancellation("stop"));
      case "never":
        return never();
      case "slow":
        return new Promise((resolve) => setTimeout(() => resolve(true), 3));
      default:
        return true;
    }
  };

export const guard = (plans: readonly CallPlan[]) => (payload: { readonly arguments: unknown }) => {
  switch (planOf(plans, payload.arguments)?.guard) {
    case "stop":
      return raise(new StopHook());
    case "throw":
      return raise(Object.freeze({}));
    case "junk":
      return 1 as unknown as undefined;
    case "never":
      return never();
    default:
      return undefined;
  }
};

export function preprocess(plan: CallPlan | undefined, input: JsonObject): unknown {
  switch (plan?.preprocess) {
    case "change":
      return { ...input, changed: true };
    case "junk":
      return 7;
    case "throw":
      return raise(new Error("preprocess"));
    case "permission":
      return raise(new PermissionError("not yours"));
    default:
      return undefined;
  }
}

export function escalateTo(answer: Scenario["onEscalate"]): OnEscalate | undefined {
  if (answer === "none") return undefined;
  return (call) => {
    if (answer === "true") return true;
    if (answer === "arguments") return { ...call.arguments, approved: true };
    if (answer === "never") return never();
    return answer === "throw" ? raise(new Error("asleep")) : false;
  };
}

/** The envelopes of one act; a plan may repeat the one before it. */
export function envelopesOf(plans: readonly CallPlan[], offset: number): Envelope[] {
  const envelopes: Envelope[] = [];
  for (const [index, { tool: name, arguments: kind, repeats }] of plans.entries()) {
    const previous = envelopes.at(-1);
    const own = { plan: offset + index };
    const given = { object: own, text: JSON.stringify(own), array: [own], instance: new Map([["plan", own.plan]]) }[kind];
    if (previous && repeats === "message" && "kind" in previous) envelopes.push(previous);
    else if (previous && repeats === "correlation") envelopes.push({ ...flat(previous), correlationId: "again" });
    else if (repeats === "message") envelopes.push(createActionRequest({ function: name, arguments: own }));
    else envelopes.push({ function: name, arguments: given, correlationId: index % 3 === 0 ? "again" : undefined });
  }
  return envelopes;
}

export const flat = (envelope: Envelope) =>
  "kind" in envelope ? { function: envelope.content.function, arguments: envelope.content.arguments } : envelope;
