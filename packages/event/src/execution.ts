import { addError } from "./add-error.js";
import { EventError } from "./event-error.js";
import { type EventStatus, isEventStatus } from "./event-status.js";
import type { Json } from "./json.js";
import { type SerializedError, serialize, serializeError } from "./serialize.js";
import { isError, toError } from "./to-error.js";

export type ExecutionJson = {
  readonly status: EventStatus;
  /** Seconds; null while unknown. */
  readonly duration: number | null;
  readonly response: Json;
  readonly error: SerializedError | null;
  readonly retryable: boolean | null;
};

/** The mutable record of how an event went. A status or an error that it cannot hold is refused with an `EventError`. (ADR-0012 D1) */
export class Execution<R = unknown> {
  /** What the work returned; null until it did. */
  response: R | null = null;
  /** Seconds of monotonic time that the invocation took; undefined until known. */
  duration: number | undefined;
  /** Whether another attempt makes sense; undefined until somebody knows. */
  retryable: boolean | undefined;
  #status: EventStatus = "pending";
  #error: Error | null = null;
  readonly #onStatus: ((status: EventStatus) => void) | undefined;

  /** @param onStatus called after each change of `status`; an event learns of its end by it */
  constructor(onStatus?: (status: EventStatus) => void) {
    this.#onStatus = onStatus;
  }

  get status(): EventStatus {
    return this.#status;
  }

  /** Throws `invalid_status` for anything but the seven statuses. */
  set status(value: EventStatus) {
    if (!isEventStatus(value)) throw new EventError("status", "an EventStatus");
    this.#status = value;
    this.#onStatus?.(value);
  }

  get error(): Error | null {
    return this.#error;
  }

  /** Replaces what is there; throws `invalid_error`. `addError` keeps it. */
  set error(value: Error | null) {
    if (value !== null && !isError(value)) throw new EventError("error", "an Error or null");
    this.#error = value;
  }

  /** Takes whatever was thrown. A second error makes an `AggregateError` of at most 100 members; the later ones are dropped. Never throws. */
  addError(thrown: unknown): void {
    this.#error = addError(this.#error, toError(thrown));
  }

  /** Never throws; what JSON cannot carry is converted as `serialize` says. */
  toJSON(): ExecutionJson {
    return {
      status: this.#status,
      duration: this.duration ?? null,
      response: serialize(this.response),
      error: this.#error && serializeError(this.#error),
      retryable: this.retryable ?? null,
    };
  }
}

/** An execution whose `status` tells the type of its `response`. Whoever sets `completed` by hand answers for the response. */
export type ExecutionOf<R> = Execution<R> &
  ({ readonly status: "completed"; readonly response: R } | { readonly status: Exclude<EventStatus, "completed"> });
