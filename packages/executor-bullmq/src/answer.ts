import type { ExecutorResult } from "@acta/actions/executor";
import type { Executed, Json } from "@acta/governance";
import { fieldsOf, isText } from "./fields.js";
import { errorFrom, type WireError } from "./wire-error.js";

/** What a worker says of a call: an `ExecutorResult` as JSON. */
export type Answer = { readonly version: 1; readonly token: string } & AnswerBody;

export type AnswerBody =
  /** Without an output: it was undefined. */
  | { readonly kind: "returned"; readonly output?: Json }
  | { readonly kind: "threw"; readonly executed: Executed; readonly error: WireError }
  | { readonly kind: "stopped"; readonly confirmed: boolean; readonly executed: Executed }
  | { readonly kind: "lost"; readonly reason: string };

export interface ReadAnswer {
  /** Null: nobody can tell whose answer it is. */
  readonly token: string | null;
  readonly result: ExecutorResult;
}

const amounts: readonly unknown[] = ["no", "yes", "unknown"] satisfies readonly Executed[];

/** Anybody may write into a queue: what is no answer says nothing of the call. */
export function readAnswer(value: unknown): ReadAnswer {
  const fields = fieldsOf(value);
  const token = fields.version === 1 && isText(fields.token) ? fields.token : null;
  return { token, result: resultOf(fields) ?? { kind: "lost", reason: "what came back is no answer" } };
}

function resultOf(fields: { readonly [name: string]: unknown }): ExecutorResult | undefined {
  const { kind, output, error, confirmed, reason } = fields;
  const executed = amounts.includes(fields.executed) ? (fields.executed as Executed) : undefined;
  if (kind === "returned") return { kind, output };
  if (kind === "threw" && executed) return { kind, executed, error: errorFrom(error) };
  if (kind === "stopped" && executed && typeof confirmed === "boolean") return { kind, executed, confirmed };
  if (kind === "lost" && isText(reason)) return { kind, reason };
  return undefined;
}
