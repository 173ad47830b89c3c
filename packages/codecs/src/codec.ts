import type { ActionResponse, Json } from "@acta/messages";
import { CodecError } from "./codec-error.js";
import { collectItems } from "./collect-items.js";
import type { Format } from "./format.js";
import { copyJson } from "./json-value.js";
import { piecesOf } from "./piece.js";
import type { ToolCall } from "./tool-call.js";
import type { Transcript } from "./transcript.js";

/** Calls out of the shapes of one provider, and results back into them. */
export interface Codec<Input, Written> {
  readonly name: string;
  /**
   * The calls that wait for a result, in order, as envelopes for `branch.act`. A call that the input itself answers is left out.
   * Throws {@link CodecError} `not_json`, `too_deep`, `unknown_format`, `malformed_call`, `duplicate_id`.
   */
  read(input: Input): readonly ToolCall[];
  /** Everything in a conversation, answered calls included. Throws as `read` does. */
  readTranscript(input: Input): Transcript;
  /** The results, one for each call, in the order given. Throws {@link CodecError} `missing_id`, `duplicate_id`. */
  write(responses: readonly ActionResponse[]): Written;
}

export function defineCodec<Input, Written>(format: Format<Written>): Codec<Input, Written> {
  const readTranscript = (input: Input): Transcript => transcribe(format, copyJson(input));
  return {
    name: format.name,
    readTranscript,
    read: (input) =>
      readTranscript(input)
        .calls.filter((call) => call.recordedResult === null)
        .map((call) => ({ function: call.function, arguments: call.arguments, correlationId: call.correlationId })),
    write: (responses) => format.write(responses),
  };
}

/** Reads a plain value as this format. Throws `unknown_format` where nothing in it could be of the format, rather than find no calls. */
export function transcribe(format: Format<unknown>, value: Json): Transcript {
  const pieces = piecesOf(value, format.keys);
  if (pieces.length > 0 && !pieces.some((piece) => format.isPlausible(piece))) {
    throw new CodecError("unknown_format", `This is not ${format.name}: there is no ${format.marks}.`);
  }
  const [cwd = null] = pieces.flatMap(({ raw }) => format.workingDirectory?.(raw) ?? []);
  return { format: format.name, cwd, value, ...collectItems(format.items(pieces)) };
}
