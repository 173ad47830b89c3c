import type { Journal } from "@acta/journal";
import type { RedisAddress } from "./redis.js";

export interface BullmqExecutorOptions {
  readonly connection?: RedisAddress;
  /** What tools name in `executor`. Default `bullmq`. */
  readonly name?: string | undefined;
  /** Default `acta`. */
  readonly queue?: string | undefined;
  /** Of all keys in Redis. Default `bull`, as of BullMQ. */
  readonly prefix?: string | undefined;
  /**
   * Where the workers claim calls of `unsafe` tools, all of them. With it, a call that was lost is told from one that never started: the
   * executor claims it itself, so that no worker can run it any more, and answers `NotExecuted`. Its owner closes it.
   */
  readonly journal?: Journal | undefined;
  /** Milliseconds that an answer is kept in Redis, unless it is acknowledged before; counted in whole seconds. Default 86,400,000: a day. */
  readonly keepMs?: number | undefined;
  /** Longest arguments, in bytes of their JSON text. Default 1 Mi. */
  readonly maxArgumentBytes?: number | undefined;
  /** Events that Redis keeps for those who read slower than they come; each answer is one of them. Default 10,000. */
  readonly maxEvents?: number | undefined;
  /** Milliseconds after which a call without an answer is looked up in Redis, again and again. Default 10,000. */
  readonly lookUpMs?: number | undefined;
  /** Told what Redis or the queue complains of, mostly while a connection is made again. What it throws is ignored. */
  readonly onError?: ((error: unknown) => void) | undefined;
}
