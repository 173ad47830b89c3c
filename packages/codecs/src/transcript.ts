import type { Json } from "@acta/messages";
import type { Path } from "./codec-error.js";
import type { RecordedCall, RecordedResult } from "./tool-call.js";

/** The calls that a model proposed in one message, and that may run at the same time. */
export interface Turn {
  readonly calls: readonly RecordedCall[];
}

interface EntryBase {
  /** Where in the value of the transcript. */
  readonly path: Path;
  /** As it stands there; of an OpenAI chat message with calls, what is beside them. */
  readonly raw: Json;
}

export interface CallEntry extends EntryBase {
  readonly kind: "call";
  readonly call: RecordedCall;
}

export interface ResultEntry extends EntryBase {
  readonly kind: "result";
  readonly result: RecordedResult;
  /** Null where no call of the transcript waits for it. */
  readonly call: RecordedCall | null;
}

/** What is neither call nor result: text, reasoning, what the provider ran itself, repetitions, anything unknown. */
export interface OtherEntry extends EntryBase {
  readonly kind: "other";
}

export type TranscriptEntry = CallEntry | ResultEntry | OtherEntry;

export interface Transcript {
  /** Name of the format, such as `openai-chat`. */
  readonly format: string;
  /** The first working directory that the source names, or null. */
  readonly cwd: string | null;
  /** In order; only those with calls. */
  readonly turns: readonly Turn[];
  /** All calls of all turns. */
  readonly calls: readonly RecordedCall[];
  /** Everything, in order. */
  readonly entries: readonly TranscriptEntry[];
  /** The whole source; of JSON lines, the list of them. */
  readonly value: Json;
}
