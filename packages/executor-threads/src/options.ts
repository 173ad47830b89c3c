import { availableParallelism } from "node:os";
import { ThreadsError } from "./threads-error.js";

export interface ThreadsOptions {
  /** By which tools name this executor. Default `threads`. */
  readonly name?: string | undefined;
  /** Processes instead of threads: they can be ended in any state, with everything that they started. Default false. */
  readonly processes?: boolean | undefined;
  /** How many calls run at once; the others wait in the order in which they came. Default: the cores that are available. */
  readonly size?: number | undefined;
  /**
   * Megabytes for the objects of one thread or process. Buffers do not count. A thread that asks for far more at once ends this process: V8
   * leaves no choice. Default 512.
   */
  readonly memoryMb?: number | undefined;
  /** False: no two calls share a thread. Default true. */
  readonly reuse?: boolean | undefined;
  /** How long a thread without a call is kept. Default 10,000. */
  readonly idleMs?: number | undefined;
  /** How long a tool may still run when its signal is aborted. Default 0: it is ended at once. */
  readonly graceMs?: number | undefined;
  /** How long to wait for the end of what was ended; then it is given up, and the answer is not confirmed. Default 1,000. */
  readonly exitTimeoutMs?: number | undefined;
  /** UTF-16 code units of the JSON text of the arguments, of an output, and of an item of progress. Default 16 Mi. */
  readonly maxLength?: number | undefined;
}

export type CheckedOptions = { readonly [key in keyof ThreadsOptions]-?: NonNullable<ThreadsOptions[key]> };

/** With the defaults. Throws `ThreadsError` (`invalid_options`). */
export function checkedOptions(options: ThreadsOptions): CheckedOptions {
  const { name = "threads", processes = false, reuse = true } = options;
  if (typeof name !== "string" || name === "") throw new ThreadsError("invalid_options", "`name` is a text");
  for (const [key, value] of Object.entries({ processes, reuse })) {
    if (typeof value !== "boolean") throw new ThreadsError("invalid_options", `\`${key}\` is true or false, not ${String(value)}`);
  }
  return {
    name,
    processes,
    reuse,
    size: whole("size", options.size ?? availableParallelism(), 1),
    memoryMb: whole("memoryMb", options.memoryMb ?? 512, 16),
    idleMs: milliseconds("idleMs", options.idleMs ?? 10_000),
    graceMs: milliseconds("graceMs", options.graceMs ?? 0),
    exitTimeoutMs: milliseconds("exitTimeoutMs", options.exitTimeoutMs ?? 1_000),
    maxLength: whole("maxLength", options.maxLength ?? 16 * 1024 * 1024, 1),
  };
}

function whole(name: string, value: number, least: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new ThreadsError("invalid_options", `\`${name}\` is a whole number of at least ${least}, not ${String(value)}`);
}

/** The longest delay that a timer takes; a longer one would fire at once. */
const longestDelayMs = 2_147_483_647;

function milliseconds(name: string, value: number): number {
  if (typeof value === "number" && value >= 0) return Math.min(value, longestDelayMs);
  throw new ThreadsError("invalid_options", `\`${name}\` is a number of milliseconds, not ${String(value)}`);
}
