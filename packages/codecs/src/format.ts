import type { Json } from "@acta/messages";
import type { Answer, IdentifiedAnswer } from "./answers.js";
import type { Item } from "./item.js";
import type { Piece } from "./piece.js";
import type { WritableTool } from "./tool-list.js";

/** What one format knows of the way in; what all have in common is in `defineReader`. */
export interface InputFormat {
  readonly name: string;
  /** What tells it from others, in words for an error message. */
  readonly marks: string;
  /** The keys under which a value has its list of pieces. */
  readonly keys: readonly string[];
  /** True for a piece that can hardly be of another format: the format of a transcript is told by its pieces. */
  isMarked(piece: Piece): boolean;
  /** True for a piece that may be of this format. */
  isPlausible(piece: Piece): boolean;
  /** Throws {@link CodecError} `malformed_call`. */
  items(pieces: readonly Piece[]): Iterable<Item>;
  /** Asked of the whole value, then of each piece. */
  workingDirectory?(raw: Json): string | undefined;
}

/** A message that is no action, as a provider is told it. */
export interface WritableMessage {
  readonly id: string;
  readonly createdAt: number;
  readonly role: "system" | "user" | "assistant";
  /** Never blank. */
  readonly text: string;
}

export interface Join<Message> {
  belongTogether(first: Message, second: Message): boolean;
  /** At least two that follow one another and belong together. */
  asOne(messages: readonly Message[]): Message;
}

/** The way out as well. */
export interface Format<Written, Message = unknown> extends InputFormat {
  /** The names of functions, and the ids of calls, that a history may have. */
  readonly accepts: { readonly functionName: RegExp; readonly callId: RegExp };
  /** The results. Throws {@link CodecError} `missing_id`. */
  write(answers: readonly Answer[]): Written;
  /** The calls of one turn with their answers. */
  writeTurn(turn: readonly IdentifiedAnswer[]): readonly Message[];
  /** Null where a conversation of this format has no such message. */
  writeMessage(message: WritableMessage): Message | null;
  /** Providers that take what the system says apart from the conversation. */
  readonly hasSystemApart?: boolean;
  /** Providers that want some messages as one, such as those of one role that follow one another. */
  readonly join?: Join<Message>;
  /** What the provider wants to stand between two messages; null for nothing. */
  bridge?(first: Message, second: Message): Message | null;
}

/** A format of a provider that takes a list of tools. */
export interface ProviderFormat<Written, Message, Tools> extends Format<Written, Message> {
  writeTools(tools: readonly WritableTool[]): Tools;
}
