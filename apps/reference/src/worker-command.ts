import type { RecordOptions } from "./record-command.js";
import { UsageError } from "./usage-error.js";

export interface WorkerCommand {
  readonly kind: "worker";
  readonly redis: string;
  readonly queue: string;
  readonly workspace: string;
  readonly logRoot: string | null;
  readonly journal: string | null;
}

/** Where the calls of a run are run, if not in its own process. */
export interface WorkerChoice {
  /** Processes that are started here. */
  readonly count: number;
  readonly redis: string;
  /** Null: one that only this run uses. */
  readonly queue: string | null;
}

const defaultRedis = "redis://127.0.0.1:6379";
/** More would only be more processes that wait for the same machine. */
const mostWorkers = 64;

export function workerCommand({ redis, queue, workspace, journal, ...given }: RecordOptions): WorkerCommand {
  if (workspace === undefined) throw new UsageError("The command worker needs a --workspace; see --help.");
  return {
    kind: "worker",
    redis: redisUrl(redis),
    queue: queueName(queue ?? "acta"),
    workspace,
    logRoot: given["log-root"] ?? null,
    journal: journal ?? null,
  };
}

/** Null: the tools run in the process of the run. */
export function workerChoice({ workers, redis, queue, record, transaction }: RecordOptions): WorkerChoice | null {
  if (workers === undefined) {
    if (redis !== undefined || queue !== undefined) throw new UsageError("--redis and --queue are for --workers; see --help.");
    return null;
  }
  const least = queue === undefined ? 1 : 0;
  const count = /^\d{1,2}$/.test(workers) ? Number(workers) : -1;
  if (count < least || count > mostWorkers) {
    throw new UsageError(`--workers is a whole number from ${least} to ${mostWorkers}, not ${JSON.stringify(workers)}.`);
  }
  if (record !== undefined)
    throw new UsageError("--workers needs a --journal and no --record: workers claim in it what must not run twice.");
  if (transaction === "shipped") throw new UsageError("--workers is for the corrected transaction: the shipped one runs its tools itself.");
  return { count, redis: redisUrl(redis), queue: queue === undefined ? null : queueName(queue) };
}

function redisUrl(given = defaultRedis): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url !== null && ["redis:", "rediss:"].includes(url.protocol) && url.host !== "") return given;
  throw new UsageError(`--redis is a URL such as ${defaultRedis}.`);
}

function queueName(given: string): string {
  if (/^[\w.-]{1,100}$/.test(given)) return given;
  throw new UsageError(`--queue is a name of letters, digits, ".", "_" and "-", not ${JSON.stringify(given)}.`);
}
