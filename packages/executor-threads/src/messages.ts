/** To a thread or a process. Values cross as JSON text. */
export type ToWorker =
  | {
      readonly acta: "call";
      readonly id: number;
      readonly module: string;
      readonly export: string;
      readonly input: string;
      readonly maxLength: number;
      readonly context: { readonly callId: string; readonly idempotencyKey: string; readonly attempt: number };
    }
  | { readonly acta: "abort"; readonly id: number; readonly reason: string }
  /** Some more items of progress may come. */
  | { readonly acta: "more"; readonly id: number };

/** From a thread or a process: where tools run, and may have sent it themselves. */
export type FromWorker =
  | { readonly acta: "ready" }
  | { readonly acta: "progress"; readonly id: number; readonly item: string }
  /** Without an output: the tool returned nothing. */
  | { readonly acta: "returned"; readonly id: number; readonly output?: string | undefined }
  | { readonly acta: "threw"; readonly id: number; readonly failure: string; readonly executed: "yes" | "no" }
  /** After an answer: nothing of the call is known to be left. */
  | { readonly acta: "free"; readonly id: number }
  /** An error that nobody caught. */
  | { readonly acta: "crashed"; readonly failure: string };

/** A message that a worker may send, or undefined: anything else is none of ours. */
export function readMessage(message: unknown): FromWorker | undefined {
  if (typeof message !== "object" || message === null) return undefined;
  const { acta, id, item, output, failure, executed } = message as { readonly [key: string]: unknown };
  if (acta === "ready") return { acta };
  if (acta === "crashed") return typeof failure === "string" ? { acta, failure } : undefined;
  if (typeof id !== "number") return undefined;
  switch (acta) {
    case "progress":
      return typeof item === "string" ? { acta, id, item } : undefined;
    case "returned":
      return output === undefined || typeof output === "string" ? { acta, id, output } : undefined;
    case "threw":
      return typeof failure === "string" && (executed === "yes" || executed === "no") ? { acta, id, failure, executed } : undefined;
    case "free":
      return { acta, id };
    default:
      return undefined;
  }
}
