import type { ExecutorResult } from "@acta/actions/executor";
import { type Conclusion, resultOf } from "./answer.js";
import type { Carrier, CarrierEvents } from "./carrier.js";
import { type FromWorker, readMessage } from "./messages.js";
import type { CheckedOptions } from "./options.js";
import type { Task } from "./task.js";
import { lineOf } from "./worker/failure.js";
import { itemsAtATime } from "./worker/progress.js";

/** What a runner tells its pool. */
export interface RunnerEvents {
  /** It can take a call. */
  free(runner: Runner): void;
  /** It has ended, or is given up as stuck: see its state. `reason` completes a sentence that begins with `it`. */
  gone(runner: Runner, reason: string): void;
}

type State = "starting" | "free" | "busy" | "ending" | "stuck" | "gone";
type OfCall = Exclude<FromWorker, { readonly acta: "ready" | "crashed" }>;

/** One thread or process, for one call at a time. */
export class Runner {
  readonly #options: CheckedOptions;
  readonly #events: RunnerEvents;
  readonly #carrier: Carrier;
  #state: State = "starting";
  #task: Task | undefined;
  #items = 0;
  #wasReady = false;
  /** Of whatever its state waits for. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  #end: Promise<boolean> | undefined;
  #sawExit: (() => void) | undefined;

  /** Throws where no thread or process can be started. */
  constructor(start: (events: CarrierEvents) => Carrier, options: CheckedOptions, events: RunnerEvents) {
    this.#options = options;
    this.#events = events;
    this.#carrier = start({ message: (message) => this.#read(message), exit: (reason) => this.#exited(reason) });
  }

  get state(): State {
    return this.#state;
  }

  /** Whether it ever came so far that it could take a call. */
  get wasReady(): boolean {
    return this.#wasReady;
  }

  runs(task: Task): boolean {
    return this.#task === task;
  }

  /** Only when it is free. */
  run(task: Task): void {
    this.#become("busy");
    this.#task = task;
    this.#items = 0;
    this.#carrier.hold();
    this.#carrier.post(task.message);
  }

  /** Ends the call that it runs: with the grace that its tool has, or at once. */
  stop(reason: string): void {
    const { graceMs } = this.#options;
    if (graceMs === 0 || !this.#task) return void this.#endStopped("unknown");
    this.#carrier.post({ acta: "abort", id: this.#task.id, reason });
    this.#wait(graceMs, () => void this.#endStopped("unknown"));
  }

  /** True when its end was seen, false when that takes longer than it may. The same promise for everybody. */
  end(): Promise<boolean> {
    this.#end ??= this.#ended();
    return this.#end;
  }

  async #ended(): Promise<boolean> {
    this.#become("ending");
    const isConfirmed = await new Promise<boolean>((resolve) => {
      this.#sawExit = resolve.bind(undefined, true);
      this.#wait(this.#options.exitTimeoutMs, () => resolve(false));
      this.#carrier.end();
    });
    if (!isConfirmed) this.#giveUp();
    return isConfirmed;
  }

  /** Native code cannot be interrupted: it runs until it returns, and nobody waits for it. */
  #giveUp(): void {
    this.#become("stuck");
    this.#carrier.release();
    this.#events.gone(this, "cannot be ended");
  }

  /** Ends it with the call that it runs. */
  close(): Promise<void> {
    return this.#endStopped("unknown");
  }

  /** After an abort: ends the thread, and says how sure the end is. */
  async #endStopped(executed: "no" | "unknown"): Promise<void> {
    const task = this.#take();
    const confirmed = await this.end();
    task?.settle({ kind: "stopped", confirmed, executed });
  }

  async #lose(reason: string): Promise<void> {
    const task = this.#take();
    await this.end();
    task?.settle({ kind: "lost", reason });
  }

  #take(): Task | undefined {
    const task = this.#task;
    this.#task = undefined;
    return task;
  }

  #read(unknown: unknown): void {
    const message = readMessage(unknown);
    if (message === undefined || this.#end) return;
    if (message.acta === "crashed") void this.#lose(`an error that nobody caught ended it: ${lineOf(message.failure)}`);
    else if (message.acta === "ready") this.#ready();
    else if (message.id === this.#task?.id) this.#hear(message, this.#task);
    else if (message.acta === "free" && this.#state === "busy" && !this.#task) this.#becomeFree();
  }

  #ready(): void {
    if (this.#wasReady) return;
    this.#wasReady = true;
    this.#becomeFree();
  }

  #becomeFree(): void {
    this.#become("free");
    this.#carrier.release();
    this.#wait(this.#options.idleMs, () => void this.end()).unref();
    this.#events.free(this);
  }

  #hear(message: OfCall, task: Task): void {
    if (message.acta === "progress") this.#tell(message.item, task);
    else if (message.acta !== "free") this.#conclude(message, task);
  }

  #conclude(message: Conclusion, task: Task): void {
    const result = resultOf(message);
    if (result.kind === "lost") void this.#lose(result.reason);
    else if (task.signal.aborted) this.#answerInGrace(result, task);
    else this.#answer(result, task);
  }

  #tell(item: string, task: Task): void {
    if (task.signal.aborted) return;
    task.progress(item);
    if (++this.#items % itemsAtATime === 0) this.#carrier.post({ acta: "more", id: task.id });
  }

  #answer(result: ExecutorResult, task: Task): void {
    this.#take();
    task.settle(result);
    // A tool may have left something behind that keeps its thread busy.
    if (this.#options.reuse) this.#wait(this.#options.exitTimeoutMs, () => void this.end());
    else void this.end();
  }

  /** Ends the thread all the same, in case the tool left something behind. What it threw is the abort; that nothing was done is believed. */
  #answerInGrace(result: ExecutorResult, task: Task): void {
    if (result.kind !== "returned") return void this.#endStopped("executed" in result && result.executed === "no" ? "no" : "unknown");
    this.#take();
    void this.end().then(() => task.settle(result));
  }

  #exited(reason: string): void {
    const task = this.#take();
    this.#become("gone");
    this.#end ??= Promise.resolve(true);
    this.#sawExit?.();
    if (task?.signal.aborted) task.settle({ kind: "stopped", confirmed: true, executed: "unknown" });
    else task?.settle({ kind: "lost", reason: `it ${reason}` });
    this.#events.gone(this, reason);
  }

  #become(state: State): void {
    clearTimeout(this.#timer);
    this.#state = state;
  }

  #wait(milliseconds: number, then: () => void): ReturnType<typeof setTimeout> {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(then, milliseconds);
    return this.#timer;
  }
}
