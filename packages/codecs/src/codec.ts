import type { Json } from "@acta/messages";
import { type Answerable, toAnswers } from "./answers.js";
import { CodecError } from "./codec-error.js";
import { collectItems } from "./collect-items.js";
import type { Format, InputFormat, ProviderFormat } from "./format.js";
import type { History } from "./history-steps.js";
import { copyJson } from "./json-value.js";
import { piecesOf } from "./piece.js";
import type { ToolCall } from "./tool-call.js";
import { type ToolList, type ToolSchema, writeToolList } from "./tool-list.js";
import type { Transcript } from "./transcript.js";
import { type WrittenHistory, writeHistory } from "./write-history.js";
import type { ReadOptions, WriteOptions } from "./write-options.js";

/** Calls out of the shapes of one format. */
export interface CallReader<Input> {
  readonly name: string;
  /**
   * The calls that wait for a result, in order, as envelopes for `branch.act`. A call that the input itself answers is left out.
   * Throws {@link CodecError} `not_json`, `too_deep`, `unknown_format`, `malformed_call`, `duplicate_id`.
   */
  read(input: Input, options?: ReadOptions): readonly ToolCall[];
  /** Everything in a conversation, answered calls included. Throws as `read` does. */
  readTranscript(input: Input): Transcript;
}

/** Calls out of the shapes of one format, and results and histories back into them. */
export interface Codec<Input, Written, WrittenMessage = unknown> extends CallReader<Input> {
  /**
   * The results, one for each call, in the order given; a request stands for the interim answer to it. Throws {@link CodecError} `missing_id`, `duplicate_id`,
   * `invalid_options`.
   */
  write(answers: readonly Answerable[], options?: WriteOptions): Written;
  /**
   * A whole history: every call in its turn, answered exactly once, directly after it. Ids that the format does not take, or that came up before, are
   * replaced, in call and answer alike. Throws {@link CodecError} `broken_history`, `invalid_options`.
   */
  writeHistory(history: History, options?: WriteOptions): WrittenHistory<WrittenMessage>;
}

/** A codec of a provider that takes a list of tools. */
export interface ProviderCodec<Input, Written, WrittenMessage, Tools> extends Codec<Input, Written, WrittenMessage> {
  /** The list, with an alias where the provider refuses a name. Throws {@link CodecError} `duplicate_tool`. */
  writeTools(tools: readonly ToolSchema[]): ToolList<Tools>;
}

export function defineReader<Input>(format: InputFormat): CallReader<Input> {
  const readTranscript = (input: Input): Transcript => transcribe(format, copyJson(input));
  return {
    name: format.name,
    readTranscript,
    read: (input, { names } = {}) =>
      readTranscript(input)
        .calls.filter((call) => call.recordedResult === null)
        .map((call) => ({
          function: names?.nameOf(call.function) ?? call.function,
          arguments: call.arguments,
          correlationId: call.correlationId,
        })),
  };
}

export function defineCodec<Input, Written, WrittenMessage>(
  format: Format<Written, WrittenMessage>,
): Codec<Input, Written, WrittenMessage> {
  return {
    ...defineReader<Input>(format),
    write: (answers, options = {}) => format.write(toAnswers(answers, options)),
    writeHistory: (history, options = {}) => writeHistory(format, history, options),
  };
}

export function defineProviderCodec<Input, Written, WrittenMessage, Tools>(
  format: ProviderFormat<Written, WrittenMessage, Tools>,
): ProviderCodec<Input, Written, WrittenMessage, Tools> {
  return {
    ...defineCodec<Input, Written, WrittenMessage>(format),
    writeTools: (tools) => writeToolList(tools, format.accepts.functionName, format.writeTools),
  };
}

/** Reads a plain value as this format. Throws `unknown_format` where nothing in it could be of the format, rather than find no calls. */
export function transcribe(format: InputFormat, value: Json): Transcript {
  const pieces = piecesOf(value, format.keys);
  if (pieces.length > 0 && !pieces.some((piece) => format.isPlausible(piece))) {
    throw new CodecError("unknown_format", `This is not ${format.name}: there is no ${format.marks}.`);
  }
  const [cwd = null] = [{ raw: value }, ...pieces].flatMap(({ raw }) => format.workingDirectory?.(raw) ?? []);
  return { format: format.name, cwd, value, ...collectItems(format.items(pieces)) };
}
