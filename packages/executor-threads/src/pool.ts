import type { Carrier, CarrierEvents } from "./carrier.js";
import type { CheckedOptions } from "./options.js";
import { Runner } from "./runner.js";
import type { Task } from "./task.js";
import { ThreadsError } from "./threads-error.js";

/** What an executor is busy with. */
export interface Load {
  /** Calls that wait for their turn. */
  readonly queued: number;
  /** Threads or processes that start, run a call, or are being ended. */
  readonly busy: number;
  /** Those that wait for a call. */
  readonly idle: number;
  /** Those that were given up because native code does not let go of them. Others took their places; they are counted until they have ended. */
  readonly stuck: number;
}

/** A bounded number of runners, and the calls that wait for one. */
export class Pool {
  readonly #start: (events: CarrierEvents) => Carrier;
  readonly #options: CheckedOptions;
  readonly #queue: Task[] = [];
  readonly #runners = new Set<Runner>();
  readonly #stuck = new Set<Runner>();
  #closing: Promise<void> | undefined;

  constructor(start: (events: CarrierEvents) => Carrier, options: CheckedOptions) {
    this.#start = start;
    this.#options = options;
  }

  get load(): Load {
    const idle = this.#in("free").length;
    return { queued: this.#queue.length, busy: this.#runners.size - idle, idle, stuck: this.#stuck.size };
  }

  get isClosed(): boolean {
    return this.#closing !== undefined;
  }

  add(task: Task): void {
    this.#queue.push(task);
    this.#fill();
  }

  /** Ends a call, wherever it is. */
  stop(task: Task, reason: string): void {
    const place = this.#queue.indexOf(task);
    if (place >= 0) {
      this.#queue.splice(place, 1);
      task.settle({ kind: "stopped", confirmed: true, executed: "no" });
    } else for (const runner of this.#runners) if (runner.runs(task)) runner.stop(reason);
  }

  /** Ends everything, and waits for that as long as it may take. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const closed = new ThreadsError("closed", "the executor is closed");
    for (const task of this.#queue.splice(0)) task.settle({ kind: "threw", error: closed, executed: "no" });
    await Promise.all([...this.#runners].map((runner) => runner.close()));
  }

  /** Calls to whoever is free; new runners for the calls that are left, as many as there may be. */
  #fill(): void {
    for (const runner of this.#in("free").reverse()) this.#assign(runner);
    while (this.#runners.size < this.#options.size && this.#in("starting").length < this.#queue.length) this.#add();
  }

  #assign(runner: Runner): void {
    const task = this.#queue.shift();
    if (task) runner.run(task);
  }

  #add(): void {
    const free = () => this.#fill();
    const gone = (runner: Runner, reason: string) => this.#remove(runner, reason);
    try {
      this.#runners.add(new Runner(this.#start, this.#options, { free, gone }));
    } catch (error) {
      this.#failNext(String(error), error);
    }
  }

  #remove(runner: Runner, reason: string): void {
    this.#runners.delete(runner);
    this.#stuck.delete(runner);
    if (runner.state === "stuck") this.#stuck.add(runner);
    if (!runner.wasReady) this.#failNext(`it ${reason}`);
    this.#fill();
  }

  /** A start that failed is paid for by one call, so that starting comes to an end. */
  #failNext(reason: string, cause?: unknown): void {
    const error = new ThreadsError("not_started", `no thread or process could be started: ${reason}`, { cause });
    this.#queue.shift()?.settle({ kind: "threw", error, executed: "no" });
  }

  #in(state: Runner["state"]): Runner[] {
    return [...this.#runners].filter((runner) => runner.state === state);
  }
}
