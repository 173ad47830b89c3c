import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { UsageError } from "./usage-error.js";

/** In bytes; more than any text that is used afterwards. */
const largestInput = 256 * 1024 * 1024;
/** Milliseconds between two looks into an empty pipe. */
const lookAgainMs = 10;
const tooLarge = `is larger than ${largestInput} bytes`;

/** Why a file cannot be read, as the end of a sentence. */
class Unreadable extends Error {}

/**
 * A file that the user named, or a pipe to its end, as UTF-8 text. `role` says what it was named for. Throws `UsageError`, or the reason of
 * the signal.
 */
export async function readText(path: string, role: string, signal: AbortSignal): Promise<string> {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await readBytes(path, signal));
  } catch (cause) {
    signal.throwIfAborted();
    throw new UsageError(`The ${role} ${path} ${problemOf(cause)}.`, { cause });
  }
}

async function readBytes(path: string, signal: AbortSignal): Promise<Uint8Array> {
  // Without waiting: to open a pipe would wait for somebody to write into it.
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(descriptor);
    if (stats.isFIFO()) return await readPipe(descriptor, signal);
    if (stats.isDirectory()) throw new Unreadable("is a folder");
    if (!stats.isFile()) throw new Unreadable("is neither a file nor a pipe");
    if (stats.size > largestInput) throw new Unreadable(tooLarge);
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Looks again and again: a thread that waits for a writer who says nothing would keep the process from ending. */
async function readPipe(descriptor: number, signal: AbortSignal): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for (let left = largestInput; left >= 0; ) {
    const chunk = readWhatIsThere(descriptor);
    if (chunk === null) await setTimeout(lookAgainMs, undefined, { signal });
    else if (chunk.length === 0) return Buffer.concat(chunks);
    else {
      chunks.push(chunk);
      left -= chunk.length;
    }
  }
  throw new Unreadable(tooLarge);
}

/** Empty at the end, or where there is no writer; null where a writer has not written yet. */
function readWhatIsThere(descriptor: number): Uint8Array | null {
  const buffer = Buffer.alloc(64 * 1024);
  try {
    return buffer.subarray(0, readSync(descriptor, buffer));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") return null;
    throw error;
  }
}

function problemOf(cause: unknown): string {
  if (cause instanceof Unreadable) return cause.message;
  if (cause instanceof TypeError) return "is not UTF-8 text";
  const { code } = cause as NodeJS.ErrnoException;
  return code === "ENOENT" ? "does not exist" : `cannot be read (${code})`;
}
