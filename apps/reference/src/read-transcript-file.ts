import { CodecError, readTranscript, type Transcript } from "@acta/codecs";
import { readText } from "./read-text.js";
import { UsageError } from "./usage-error.js";

/** A transcript of any known format. Throws `UsageError`, or the reason of the signal. */
export async function readTranscriptFile(path: string, signal: AbortSignal): Promise<Transcript> {
  const text = await readText(path, "transcript", signal);
  try {
    return readTranscript(text);
  } catch (error) {
    if (CodecError.isInstance(error)) throw new UsageError(`The transcript ${path} cannot be used: ${error.message}`, { cause: error });
    throw error;
  }
}
