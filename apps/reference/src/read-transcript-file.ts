import { readFile } from "node:fs/promises";
import { CodecError, readTranscript, type Transcript } from "@acta/codecs";
import { UsageError } from "./usage-error.js";

/** A transcript of any known format. Throws `UsageError`. */
export async function readTranscriptFile(path: string): Promise<Transcript> {
  const text = await readText(path, "transcript");
  try {
    return readTranscript(text);
  } catch (error) {
    if (CodecError.isInstance(error)) throw new UsageError(`The transcript ${path} cannot be used: ${error.message}`, { cause: error });
    throw error;
  }
}

/** A file that the user named, as UTF-8 text. `role` says what it was named for. Throws `UsageError`. */
export async function readText(path: string, role: string): Promise<string> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const problem = code === "ENOENT" ? "does not exist" : code === "EISDIR" ? "is a folder" : `cannot be read (${code})`;
    throw new UsageError(`The ${role} ${path} ${problem}.`, { cause });
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new UsageError(`The ${role} ${path} is not UTF-8 text.`, { cause });
  }
}
