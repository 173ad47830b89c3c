import { CodecError, readTranscript, type Transcript } from "@acta/codecs";
import { readText } from "./read-text.js";
import { UsageError } from "./usage-error.js";

/** A transcript of any known format. Throws `UsageError`, or the reason of the signal. */
export async function readTranscriptFile(path: string, signal: AbortSignal): Promise<Transcript> {
  const text = await readText(path, "transcript", signal);
  try {
    return readTranscript(text);
  } catch (cause) {
    if (!CodecError.isInstance(cause)) throw cause;
    const { code, message } = cause;
    if (code !== "unknown_format") throw new UsageError(`The transcript ${path} cannot be used: ${message}`, { cause });
    const what = emptyList.test(text) ? "it is an empty list" : "it has no known format";
    throw new UsageError(`The transcript ${path} cannot be used: ${what}.`, { cause, more: message });
  }
}

const emptyList = /^\s*\[\s*\]\s*$/;
