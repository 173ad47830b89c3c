import type { ExecutorResult } from "@acta/actions/executor";
import { readAnswer } from "./answer.js";
import { BullmqError } from "./bullmq-error.js";
import { fieldsOf } from "./fields.js";
import { type JobState, lostBy } from "./job-state.js";
import type { PendingCall } from "./pending-call.js";
import type { EventHandlers } from "./result-events.js";

/** Jobs that are looked up at once. */
const atOnce = 200;

/** States of a job that no worker has. */
const untouched = ["wait", "paused", "prioritized", "delayed"];

const neverStarted: ExecutorResult = { kind: "stopped", confirmed: true, executed: "no" };
const gone: ExecutorResult = { kind: "stopped", confirmed: false, executed: "unknown" };

export interface OpenCallsSettings {
  readonly lookUpMs: number;
  stateOf(jobId: string): Promise<JobState>;
  /** Takes the job out of the queue. False: a worker has it. */
  remove(jobId: string): Promise<boolean>;
  cancel(jobId: string): Promise<unknown>;
  /** The listener has to be replaced; what it may have missed is looked up afterwards. */
  listenAgain(): Promise<void>;
  error(error: unknown): void;
}

/** The jobs that somebody waits for: events end them; what events do not tell is looked up. */
export class OpenCalls implements EventHandlers {
  readonly #settings: OpenCallsSettings;
  readonly #calls = new Map<string, PendingCall>();
  #timer: NodeJS.Timeout | undefined;

  constructor(settings: OpenCallsSettings) {
    this.#settings = settings;
  }

  get(jobId: string): PendingCall | undefined {
    return this.#calls.get(jobId);
  }

  add(call: PendingCall): void {
    this.#calls.set(call.jobId, call);
    this.#timer ??= setInterval(() => this.#lookUp(), this.#settings.lookUpMs / 4).unref();
  }

  end(call: PendingCall, result: ExecutorResult): void {
    if (this.#calls.get(call.jobId) === call) this.#calls.delete(call.jobId);
    if (this.#calls.size === 0) this.#stopTimer();
    call.end(result);
  }

  /** A job that waits leaves the queue; one that runs is told to stop. Told again at every look-up, as messages may be lost. */
  async stop(call: PendingCall): Promise<void> {
    call.isStopping = true;
    if (!call.isSent) this.end(call, neverStarted);
    if (!call.isQueued || call.hasEnded) return;
    await this.lookUp(call);
    if (call.hasEnded) return;
    // The event that it was removed says whether a worker was faster.
    const isRemoved = !call.hasStarted && (await this.#settings.remove(call.jobId));
    if (!isRemoved) await this.#settings.cancel(call.jobId);
  }

  async lookUp(call: PendingCall): Promise<void> {
    call.lookedUpAt = performance.now();
    this.#learn(call, await this.#settings.stateOf(call.jobId));
  }

  /** After a connection was lost: events may be missing. */
  lookUpAll(): void {
    for (const call of this.#calls.values()) call.lookedUpAt = Number.NEGATIVE_INFINITY;
    this.#lookUp();
  }

  close(): void {
    for (const call of this.#calls.values()) this.end(call, { kind: "lost", reason: "the executor was closed" });
    this.#stopTimer();
  }

  active(jobId: string): void {
    const call = this.#calls.get(jobId);
    if (call) call.hasStarted = true;
  }

  completed(jobId: string, returned: unknown): void {
    const call = this.#calls.get(jobId);
    if (call === undefined) return;
    const { token, result } = readAnswer(returned);
    if (token !== null && token === call.token) this.end(call, result);
    else this.#later(this.lookUp(call));
  }

  failed(jobId: string, reason: string): void {
    const call = this.#calls.get(jobId);
    if (call) this.end(call, lostBy(reason));
  }

  removed(jobId: string, before: string): void {
    const call = this.#calls.get(jobId);
    if (call === undefined) return;
    if (!call.hasStarted && untouched.includes(before)) this.end(call, neverStarted);
    else this.end(call, call.isStopping ? gone : lostBy("the job was removed from the queue"));
  }

  duplicated(jobId: string): void {
    const call = this.#calls.get(jobId);
    if (call) this.#later(this.lookUp(call));
  }

  progress(jobId: string, data: unknown): void {
    this.#calls.get(jobId)?.progress(fieldsOf(data).item);
  }

  broken(): void {
    this.#later(this.#settings.listenAgain().then(() => this.lookUpAll()));
  }

  error(error: unknown): void {
    this.#settings.error(error);
  }

  #learn(call: PendingCall, state: JobState): void {
    if (call.hasEnded) return;
    if (state.kind === "unknown") this.#miss(call);
    else if (call.token !== null && state.token !== call.token) this.end(call, taken(call));
    else if (state.kind === "ended") this.end(call, state.result);
    else if (state.kind === "running") call.hasStarted = true;
  }

  /** Before it is queued, it is only not there yet. */
  #miss(call: PendingCall): void {
    if (call.isQueued) this.end(call, call.isStopping ? gone : lostBy("the queue does not know the job"));
  }

  #lookUp(): void {
    const before = performance.now() - this.#settings.lookUpMs;
    const due = [...this.#calls.values()].filter((call) => call.isQueued && call.lookedUpAt <= before).slice(0, atOnce);
    for (const call of due) call.lookedUpAt = performance.now();
    const looked = due.map((call) => (call.isStopping ? this.stop(call) : this.lookUp(call)));
    this.#later(Promise.all(looked));
    if (due.length === atOnce) this.#later(Promise.all(looked).then(() => this.#lookUp()));
  }

  #stopTimer(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Nobody waits for it; where it fails, the next look-up finds out. */
  #later(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#settings.error(error));
  }
}

function taken({ jobId }: PendingCall): ExecutorResult {
  const error = new BullmqError("attempt_taken", `the queue has another job under the id ${jobId}`);
  return { kind: "threw", executed: "no", error };
}
