import { SiblingFailed } from "@acta/batch";
import type { Settings } from "../act-options.js";
import type { RecordLost } from "../branch-error.js";
import { longestDelayMs } from "../longest-delay.js";
import { type Outcome, skipped } from "../outcome.js";
import type { Scope } from "../scope.js";
import { listen } from "../shared-listener.js";
import { HookLimits } from "./hook-limits.js";
import type { Repeats } from "./propose.js";
import { StopSignal } from "./stop-signal.js";

/** Why an act starts no further call. */
export type Stop =
  | { readonly by: "caller"; readonly reason: unknown }
  | { readonly by: "cancellation"; readonly reason: unknown }
  | { readonly by: "sibling" }
  | { readonly by: "deadline" }
  | { readonly by: "lost"; readonly reason: RecordLost };

/** So many calls end before whatever else waits gets its turn. */
const endsAtATime = 1_000;
const tooLate: Outcome = Object.freeze({
  kind: "timed_out",
  executed: "no",
  error: Object.freeze({ code: "timed_out", message: "the time of the act was over before this call started" }),
});

/** One `act()`: what its calls share. */
export class Act {
  readonly scope: Scope;
  readonly settings: Settings;
  readonly id: string;
  /** When it has to be over, on the monotonic clock. */
  readonly until: number;
  /** Aborted when running calls have to end. */
  readonly signal = new StopSignal();
  /** Resolves when the proposals are stored, undefined when they are; rejects or throws nothing: see `unproposed`. */
  proposing: Promise<void> | undefined;
  /** The journal may refuse the proposals, and nothing else: they have ids of somebody's own. */
  mayBeRefused = false;
  /** What its requests ask for a second time. */
  repeats: Repeats | undefined;
  /** Why the proposals could not be stored. */
  unproposed: { readonly error: unknown } | undefined;
  readonly #letGo: (() => void) | undefined;
  readonly #timer: ReturnType<typeof setTimeout> | undefined;
  #starting: StopSignal | undefined;
  #trying: StopSignal | undefined;
  #caller: StopSignal | undefined;
  #hookLimits: HookLimits | undefined;
  #waits: Promise<unknown>[] | undefined;
  #ended = 0;
  #breath: Promise<void> | undefined;
  #stop: Stop | undefined;
  #lost: RecordLost | undefined;

  constructor(scope: Scope, settings: Settings) {
    this.scope = scope;
    this.settings = settings;
    this.id = scope.runtime.id();
    this.until = settings.deadlineMs === Number.POSITIVE_INFINITY ? settings.deadlineMs : scope.runtime.monotonic() + settings.deadlineMs;
    const { signal, deadlineMs } = settings;
    // Running calls have timers of their own; this one is for whatever waits to start.
    if (deadlineMs <= longestDelayMs) this.#timer = setTimeout(() => this.#expire(), deadlineMs);
    this.#letGo = signal && listen(signal, () => this.#abortedByCaller());
  }

  /** Lets go of the caller's signal and of the clock. */
  close(): void {
    clearTimeout(this.#timer);
    this.#letGo?.();
  }

  /** Aborted when no further call may start. */
  get starting(): StopSignal {
    this.#starting ??= new StopSignal();
    return this.#starting;
  }

  /** Aborted when no call may be tried again: its running calls have to end, or it is over. */
  get trying(): StopSignal {
    this.#trying ??= new StopSignal();
    return this.#trying;
  }

  /** Aborted when the caller no longer waits. */
  get caller(): StopSignal {
    this.#caller ??= new StopSignal();
    return this.#caller;
  }

  /** Of the isolated hooks of one call, or of none: mostly that of the one before. */
  hookLimits(callId: string | null): HookLimits {
    if (this.#hookLimits?.callId !== callId) this.#hookLimits = new HookLimits(this, callId);
    return this.#hookLimits;
  }

  get stopped(): Stop | undefined {
    return this.#stop;
  }

  /** How a call ends that was not started because of the stop. */
  get unstarted(): Outcome | undefined {
    if (this.#stop === undefined && this.scope.lost.error === null) return undefined;
    switch (this.#stop?.by) {
      case "sibling":
        return skipped("sibling_failed", "a call of the same batch failed");
      case "deadline":
        return tooLate;
      default:
        return skipped("aborted", "the batch was stopped before this call started");
    }
  }

  /** An error with the cancellation brand: ends the whole act like the caller's abort. */
  cancel(reason: unknown): void {
    this.#end({ by: "cancellation", reason }, { reason });
  }

  siblingFailed(index: number): void {
    const { siblings } = this.settings;
    if (siblings === "isolate") return;
    const reason = new SiblingFailed(index);
    this.#end({ by: "sibling" }, siblings === "cancel" ? { reason } : undefined);
  }

  /** The record of a call is lost: nothing more may start, here or on the branch. */
  lose(reason: RecordLost): void {
    this.#lost ??= reason;
    this.scope.lost.error ??= reason;
    this.#end({ by: "lost", reason });
  }

  get lost(): RecordLost | undefined {
    return this.#lost;
  }

  /** `act` waits for it before it answers. It must not reject. */
  waitFor(pending: Promise<unknown>): void {
    this.#waits ??= [];
    this.#waits.push(pending);
  }

  /** Now and then timers and signals get their turn, however many calls end without waiting for anything. All wait for it. */
  breathe(): Promise<void> | undefined {
    this.#ended += 1;
    if (this.#ended % endsAtATime === 0) {
      this.#breath ??= new Promise((resolve) => {
        setTimeout(() => {
          this.#breath = undefined;
          resolve();
        });
      });
    }
    return this.#breath;
  }

  get hasToWait(): boolean {
    return this.#waits !== undefined;
  }

  async settled(): Promise<void> {
    const waits = this.#waits ?? [];
    while (waits.length > 0) await Promise.all(waits.splice(0));
  }

  #abortedByCaller(): void {
    const reason = this.settings.signal?.reason;
    this.caller.abort(reason);
    this.#end({ by: "caller", reason }, { reason });
  }

  #expire(): void {
    this.#end({ by: "deadline" });
    this.trying.abort(undefined);
  }

  /** `abort`: what runs has to end too. */
  #end(stop: Stop, abort?: { readonly reason: unknown }): void {
    if (this.#stop === undefined || (!isMild(stop) && isMild(this.#stop))) this.#stop = stop;
    this.starting.abort(abort?.reason);
    if (!abort) return;
    this.signal.abort(abort.reason);
    this.trying.abort(abort.reason);
  }
}

/** Gives way to a stop that is thrown. */
const isMild = ({ by }: Stop) => by === "sibling" || by === "deadline";
