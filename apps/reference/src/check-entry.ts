import type { Entry, Json } from "@acta/journal";
import { outcomeKinds } from "./outcome-kinds.js";
import { UsageError } from "./usage-error.js";

type Fits = (value: Json | undefined) => boolean;
type Shape = Readonly<Record<string, Fits>>;

const isText: Fits = (value) => typeof value === "string";
const isGiven: Fits = (value) => value !== undefined;
const isFields = (value: Json | undefined): value is { readonly [name: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const orNull =
  (fits: Fits): Fits =>
  (value) =>
    value === null || fits(value);
const hasShape =
  (shape: Shape): Fits =>
  (value) =>
    isFields(value) && Object.entries(shape).every(([name, fits]) => fits(value[name]));

const isNumber: Fits = (value) => typeof value === "number";
const areTexts: Fits = (value) => Array.isArray(value) && value.every(isText);
const isEvent = hasShape({ execution: hasShape({ duration: orNull(isNumber), response: isGiven }) });
const isError = hasShape({ code: isText, message: isText });
const isOutcome: Fits = (value) =>
  isFields(value) && outcomeKinds.some((kind) => kind === value.kind) && (value.kind === "succeeded" || isError(value.error));
/** Absent or null: nobody was asked. */
const isDecision: Fits = (value) => value === undefined || value === null || (isFields(value) && isText(value.kind));

const call: Shape = { callId: isText, requestId: isText };

/** What this app reads of each kind that a branch writes. */
const bodies: ReadonlyMap<string, Fits> = new Map([
  ["call.proposed", hasShape({ ...call, function: isText, arguments: isGiven })],
  ["call.intended", hasShape({ ...call, arguments: isFields, decision: isDecision })],
  ["call.settled", hasShape({ ...call, event: isEvent, outcome: isOutcome, decision: isDecision })],
  [
    "approval.requested",
    hasShape({
      ...call,
      approvalId: isText,
      function: isText,
      arguments: isFields,
      reason: isText,
      approvers: orNull(areTexts),
      expiresAt: orNull(isNumber),
      decision: isDecision,
    }),
  ],
  ["approval.decided", hasShape({ ...call, approvalId: isText, reason: isText, by: isText, note: orNull(isText) })],
]);

/** Throws `UsageError` for an entry whose body is not what its kind says: anybody may have written into the record. */
export function checkEntry({ branchId, sequence, kind, body }: Entry): void {
  if (bodies.get(kind)?.(body) === false) {
    const place = `entry ${sequence} of the branch ${JSON.stringify(branchId)}`;
    throw new UsageError(`The record cannot be used: the body of ${place} is not that of ${kind}.`, { code: "invalid_entry" });
  }
}

/** Of an entry about a call, whatever else its body is. */
export const callIdOf = ({ body }: Entry): unknown => (body as { readonly callId?: unknown } | null)?.callId;
