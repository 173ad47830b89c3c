import type { RecordKind } from "./records.js";

type Fields = Readonly<Record<string, unknown>>;
type Field = readonly [name: string, fits: (value: unknown, body: Fields) => boolean];

const isText = (value: unknown): value is string => typeof value === "string";
const isName = (value: unknown): value is string => isText(value) && value !== "";
const isTextOrNull = (value: unknown) => value === null || isText(value);
const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);
const isFieldsOrNull = (value: unknown) => value === null || isFields(value);
const isNumberOrNull = (value: unknown) => value === null || typeof value === "number";
const isNames = (value: unknown) => Array.isArray(value) && value.every(isText);
const isNamesOrNull = (value: unknown) => value === null || isNames(value);
const isPresent = (value: unknown) => value !== undefined;
const isBoolean = (value: unknown) => typeof value === "boolean";
const isAttempt = (value: unknown) => Number.isInteger(value) && (value as number) >= 1;
const isAbsentOr = (fits: (value: unknown) => boolean) => (value: unknown) => value === undefined || fits(value);
const isOneOf = (...words: string[]) => {
  const known = new Set<unknown>(words);
  return (value: unknown) => known.has(value);
};

const isOutcomeKind = isOneOf(
  "succeeded",
  "failed",
  "rejected",
  "denied",
  "skipped",
  "escalated",
  "deferred",
  "cancelled",
  "timed_out",
  "ambiguous",
);
const isExecuted = isOneOf("yes", "no", "unknown");
const isError = (value: unknown) => isFields(value) && isText(value.code) && isText(value.message);
const isOutcome = (value: unknown) =>
  isFields(value) &&
  isOutcomeKind(value.kind) &&
  (value.kind === "succeeded" ? value.executed === "yes" && value.error === undefined : isExecuted(value.executed) && isError(value.error));

const isEvent = (value: unknown) => isFields(value) && isFields(value.execution);
const isBatch = (value: unknown) => value === null || (isFields(value) && isName(value.id) && Number.isInteger(value.index));
/** Null: nobody was asked. */
const isAllow = (value: unknown) => value === null || (isFields(value) && value.kind === "allow" && areObligations(value.obligations));
const areObligations = (value: unknown) =>
  value === undefined ||
  (isFields(value) &&
    [value.redact, value.notify].every(isAbsentOr(isNames)) &&
    [value.timeoutMs, value.maxResultBytes].every(isAbsentOr((amount) => typeof amount === "number")) &&
    isAbsentOr(isText)(value.executor));
const isRequest = (value: unknown, { requestId }: Fields) =>
  value === null || (isFields(value) && value.kind === "action_request" && value.id === requestId);
const isContent = (value: unknown, { kind }: Fields) =>
  kind === "message"
    ? isPresent(value)
    : isFields(value) && isText(value.function) && (kind === "action_request" || isName(value.actionRequestId));

const call: readonly Field[] = [
  ["callId", isName],
  ["requestId", isName],
];

/** What views and recovery read of each kind. The host's own kinds, and those of newer versions, are not theirs to judge. */
const shapes: ReadonlyMap<string, readonly Field[]> = new Map<RecordKind | "call.logged", readonly Field[]>([
  [
    "message.added",
    [
      ["id", isName],
      ["kind", isOneOf("message", "action_request", "action_response")],
      ["content", isContent],
    ],
  ],
  [
    "call.proposed",
    [
      ...call,
      ["function", isText],
      ["arguments", isPresent],
      ["correlationId", isTextOrNull],
      ["isRedacted", isBoolean],
      ["message", isRequest],
      ["batch", isBatch],
    ],
  ],
  [
    "call.intended",
    [
      ...call,
      ["attempt", isAttempt],
      ["function", isText],
      ["arguments", isFields],
      ["isRedacted", isAbsentOr(isBoolean)],
      ["withheld", isAbsentOr(isNames)],
      ["effect", isText],
      ["idempotencyKey", isName],
      ["decision", isAllow],
    ],
  ],
  ["call.settled", [...call, ["attempt", isAttempt], ["event", isEvent], ["outcome", isOutcome]]],
  [
    "approval.requested",
    [
      ...call,
      ["approvalId", isName],
      ["attempt", isAttempt],
      ["function", isText],
      ["arguments", isFields],
      ["isRedacted", isAbsentOr(isBoolean)],
      ["given", isAbsentOr(isFieldsOrNull)],
      ["withheld", isAbsentOr(isNames)],
      ["digest", isText],
      ["approvers", isNamesOrNull],
      ["expiresAt", isNumberOrNull],
      ["event", isEvent],
    ],
  ],
  [
    "approval.decided",
    [...call, ["approvalId", isName], ["approved", isBoolean], ["by", isText], ["note", isTextOrNull], ["arguments", isFieldsOrNull]],
  ],
  ["call.logged", []],
]);

/** What is wrong with the body of an entry, as the end of a sentence; undefined where nothing is. */
export function faultOfBody(kind: string, body: unknown): string | undefined {
  const shape = shapes.get(kind);
  if (shape === undefined) return undefined;
  if (!isFields(body)) return `its body is not that of ${kind}`;
  for (const [name, fits] of shape) if (!fits(body[name], body)) return `its body, of ${kind}, has no valid ${name}`;
  return undefined;
}
