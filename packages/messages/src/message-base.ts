import type { JsonObject } from "./json.js";
import type { Writable } from "./plain.js";

/** What may be said of any new message. */
export interface MessageInit {
  /** Default: a random UUID. */
  readonly id?: string | undefined;
  /** Milliseconds since the epoch. Default: now. */
  readonly createdAt?: number | undefined;
  readonly sender?: string | null | undefined;
  readonly recipient?: string | null | undefined;
  readonly metadata?: JsonObject | undefined;
}

const nothing: JsonObject = Object.freeze({});

/** The common fields, in which null for sender or recipient is an answer and no gap. */
export function messageBase(init: MessageInit, from: string | null = null, to: string | null = null) {
  const { id = crypto.randomUUID(), createdAt = Date.now(), sender = from, recipient = to, metadata = nothing } = init;
  return { id, createdAt, sender, recipient, metadata };
}

export type Base = ReturnType<typeof messageBase>;

/** What all messages carry, taken from `base`. */
export function fillBase(message: Writable<Base>, base: Base): void {
  message.id = base.id;
  message.createdAt = base.createdAt;
  message.sender = base.sender;
  message.recipient = base.recipient;
  message.metadata = base.metadata;
}
