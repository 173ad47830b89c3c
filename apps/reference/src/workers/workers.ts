import { randomUUID } from "node:crypto";
import { inline } from "@acta/actions/executor";
import { Scheduler } from "@acta/batch/scheduler";
import { type BullmqExecutor, bullmqExecutor } from "@acta/executor-bullmq";
import type { Journal } from "@acta/journal";
import type { Io } from "../io.js";
import { describeError } from "../printable.js";
import { pathOf } from "../run-place.js";
import { unlessAborted } from "../unless-aborted.js";
import type { WorkerChoice } from "../worker-command.js";
import type { LogRoot } from "../workspace/log-root.js";
import { complaints } from "./complaints.js";
import { forgetQueue } from "./redis.js";
import { maxBytes } from "./settings.js";
import { WorkerProcess } from "./worker-process.js";

/** What a run tells its workers. */
export interface Job {
  readonly root: string;
  readonly logRoot: LogRoot;
  /** A database: of calls that must not run twice, each is claimed in it. */
  readonly journal: Journal & { readonly path: string };
}

/** Where the calls of a run are run: worker processes that end with it, and those that others have started for the queue. */
export class Workers {
  /** What the branch of the run is composed with. */
  readonly host: { readonly executors: readonly [BullmqExecutor]; readonly scheduler: Scheduler };
  readonly #choice: WorkerChoice;
  readonly #queue: string;
  readonly #job: Job;
  readonly #io: Io;
  readonly #failed = new AbortController();
  readonly #processes = new Set<WorkerProcess>();
  #isClosing = false;

  private constructor(choice: WorkerChoice, job: Job, io: Io) {
    this.#choice = choice;
    this.#job = job;
    this.#io = io;
    this.#queue = choice.queue ?? `acta-run-${randomUUID()}`;
    const options = { connection: choice.redis, queue: this.#queue, journal: job.journal, maxArgumentBytes: maxBytes };
    const say = complaints(io);
    // In place of the executor of tools that name none: a tool stays what it is, and so does what an approval is bound to.
    const executor = bullmqExecutor({
      ...options,
      name: inline.name,
      onError: (error) => say(`The queue reports: ${describeError(error)}`),
    });
    // Edits of one file follow one another, whichever processes make them.
    this.host = { executors: [executor], scheduler: new Scheduler() };
  }

  /** Resolves when all of them take calls. Rejects where one does not start, or with the reason of the signal, and then none is left. */
  static async start(choice: WorkerChoice, job: Job, io: Io): Promise<Workers> {
    const workers = new Workers(choice, job, io);
    try {
      const started = Array.from({ length: choice.count }, () => workers.#startOne());
      await unlessAborted(io.signal, Promise.all(started));
      return workers;
    } catch (error) {
      await workers.close();
      throw error;
    }
  }

  /** Aborted where a worker has died and no other could take its place. */
  get signal(): AbortSignal {
    return this.#failed.signal;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all([...this.#processes].map((process) => process.end()));
    await this.host.executors[0].close();
    if (this.#choice.queue === null) await forgetQueue(this.#choice.redis, this.#queue).catch(() => {});
  }

  async #startOne(): Promise<void> {
    const { root, logRoot, journal } = this.#job;
    const argv = ["worker", "--redis", this.#choice.redis, "--queue", this.#queue, "--workspace", root, "--journal", journal.path];
    const logFolder = pathOf(logRoot);
    if (logFolder !== null) argv.push("--log-root", logFolder);
    const process = new WorkerProcess(this.#io.program, argv, this.#io.stderr);
    this.#processes.add(process);
    void process.exit.then(() => this.#gone(process));
    await process.ready;
  }

  /** What it ran is lost, and its calls end so; those that follow need somebody. */
  #gone(process: WorkerProcess): void {
    this.#processes.delete(process);
    if (this.#isClosing || !process.isReady) return;
    this.#io.stderr.write("A worker died; another one takes its place.\n");
    this.#startOne().catch((error: unknown) => this.#failed.abort(error));
  }
}
