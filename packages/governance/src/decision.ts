import type { Json, JsonObject } from "./json.js";

const codes = [
  "gate_denied",
  "permission_denied",
  "attribute_missing",
  "gate_failed",
  "gate_invalid",
  "gate_timeout",
  "obligation_unmet",
  "snapshot_corrupt",
] as const;

/**
 * Who refused, as a stable word. A policy of its own accord sets at most the first three, and `gate_failed` where its rules could not be
 * judged; one that asks other policies hands on what the evaluator said of them.
 */
export type DenialCode = (typeof codes)[number];

interface Said {
  /** For people: why. */
  readonly reason?: string | undefined;
  /** Stable id of the rule that determined the answer. */
  readonly rule?: string | undefined;
  /** Recorded, never enforced. */
  readonly advice?: JsonObject | undefined;
  /** Id of the policy that answered. Set by the evaluator, whatever the policy wrote. */
  readonly policy?: string | undefined;
  /** Label of the policy that answered. Set by the evaluator where the policy has one. */
  readonly layer?: string | undefined;
  /** Digest of the policies that answered, where they are a `PolicySet` of `@acta/governance/snapshot`. */
  readonly snapshot?: string | undefined;
}

/** Each must be honoured, or the call is denied before it runs. */
export interface Obligations {
  readonly timeoutMs?: number | undefined;
  readonly maxResultBytes?: number | undefined;
  readonly executor?: string | undefined;
  readonly redact?: readonly string[] | undefined;
  readonly notify?: readonly string[] | undefined;
}

export interface Allow extends Said {
  readonly kind: "allow";
  readonly obligations?: Obligations | undefined;
}
export interface Deny extends Said {
  readonly kind: "deny";
  readonly reason: string;
  readonly code?: DenialCode | undefined;
}
/** Needs an approval. */
export interface Escalate extends Said {
  readonly kind: "escalate";
  readonly reason: string;
  readonly approvers?: readonly string[] | undefined;
  /** Milliseconds until the approval can no longer be given. */
  readonly expiresInMs?: number | undefined;
  /** What holds once it is approved. */
  readonly obligations?: Obligations | undefined;
}
/** Not now: no capacity. */
export interface Defer extends Said {
  readonly kind: "defer";
  readonly reason: string;
  /** Wall clock, milliseconds since the epoch. */
  readonly retryAt: number;
}
/** No opinion. Where every policy abstains, the call is denied. */
export interface Abstain extends Said {
  readonly kind: "abstain";
}

/** What a policy answers. Strictness: deny > defer > escalate > allow > abstain. */
export type Decision = Allow | Deny | Escalate | Defer | Abstain;
/** A boolean counts as allow or deny; anything else that is not a `Decision` denies. */
export type Verdict = boolean | Decision;

export const allow = (said: Omit<Allow, "kind"> = {}): Allow => ({ ...said, kind: "allow" });
export const deny = (reason: string, said: Omit<Deny, "kind" | "reason"> = {}): Deny => ({ ...said, kind: "deny", reason });
export const escalate = (reason: string, said: Omit<Escalate, "kind" | "reason"> = {}): Escalate => ({ ...said, kind: "escalate", reason });
export const defer = (reason: string, retryAt: number, said: Omit<Defer, "kind" | "reason" | "retryAt"> = {}): Defer => ({
  ...said,
  kind: "defer",
  reason,
  retryAt,
});
export const abstain = (said: Omit<Abstain, "kind"> = {}): Abstain => ({ ...said, kind: "abstain" });

type Shape = Readonly<Record<string, (value: Json) => boolean>>;

const isText = (value: Json) => typeof value === "string";
const isRecord = (value: Json) => typeof value === "object" && value !== null && !Array.isArray(value);
const isTexts = (value: Json) => Array.isArray(value) && value.every(isText);
const isAmount = (value: Json) => typeof value === "number" && value >= 0;

const obligationShape: Shape = { timeoutMs: isAmount, maxResultBytes: isAmount, executor: isText, redact: isTexts, notify: isTexts };
const areObligations = (value: Json) => isRecord(value) && fits(value as JsonObject, obligationShape);
const said: Shape = { kind: isText, reason: isText, rule: isText, advice: isRecord, policy: isText, layer: isText, snapshot: isText };
const shapes: Readonly<Record<Decision["kind"], Shape>> = {
  allow: { ...said, obligations: areObligations },
  deny: { ...said, code: (value) => codes.includes(value as DenialCode) },
  escalate: { ...said, approvers: isTexts, expiresInMs: isAmount, obligations: areObligations },
  defer: { ...said, retryAt: isAmount },
  abstain: said,
};

/** Whether plain data is a well-formed decision: known kind, known keys, each of its type, nothing required missing. */
export function isDecision(value: Json): value is Json & Decision {
  if (!isRecord(value)) return false;
  const decision = value as JsonObject;
  const shape = Object.hasOwn(shapes, String(decision.kind)) ? shapes[decision.kind as Decision["kind"]] : undefined;
  if (shape === undefined || !fits(decision, shape)) return false;
  if (decision.kind === "defer" && decision.retryAt === undefined) return false;
  return decision.kind === "allow" || decision.kind === "abstain" || decision.reason !== undefined;
}

/** Names of obligations that nobody knows, in an answer that is otherwise anything. */
export function unknownObligations(value: Json): readonly string[] {
  const obligations = isRecord(value) && ((value as JsonObject).obligations ?? null);
  return obligations && isRecord(obligations) ? Object.keys(obligations).filter((name) => !Object.hasOwn(obligationShape, name)) : [];
}

function fits(record: JsonObject, shape: Shape): boolean {
  return Object.keys(record).every((key) => Object.hasOwn(shape, key) && shape[key]?.(record[key] ?? null));
}
