import { Cancellation, type EventStatus } from "@acta/event";
import { jsonForm } from "./json-form.js";
import { isGroup, type RecordedErrorData, serializeError } from "./serialize-error.js";

export interface RecordedExecution {
  readonly status: EventStatus;
  /** Seconds; null while unknown. */
  readonly duration: number | null;
  /** The live value, unless JSON has no form for it at all. */
  readonly response: unknown;
  readonly error: RecordedErrorData | string | null;
  readonly retryable: boolean | null;
}

const maxMembers = 100;

/** The mutable record of how an event went, as the recorded project keeps it. (ADR-0012 D1) */
export class Execution {
  status: EventStatus = "pending";
  /** Seconds; undefined until known. */
  duration: number | undefined = undefined;
  response: unknown = null;
  error: Error | string | null = null;
  retryable: boolean | undefined = undefined;

  /**
   * A second error makes a group of at most 100 members; a text is replaced. Throws a `TypeError`, and keeps what there is, where an
   * ordinary error and a cancellation would have to be grouped.
   */
  addError(error: Error): void {
    const { error: current } = this;
    if (current === null || typeof current === "string") {
      this.error = error;
      return;
    }
    if (Cancellation.isInstance(current) || Cancellation.isInstance(error)) {
      throw new TypeError("a cancellation cannot be a member of a group of errors");
    }
    if (!isGroup(current)) this.error = new AggregateError([current, error], "multiple errors");
    else if (current.errors.length < maxMembers) this.error = new AggregateError([...current.errors, error], current.message);
  }

  toJSON(): RecordedExecution {
    return {
      status: this.status,
      duration: this.duration ?? null,
      response: serializeResponse(this.response),
      error: typeof this.error === "object" && this.error !== null ? serializeError(this.error) : this.error,
      retryable: this.retryable ?? null,
    };
  }
}

function serializeResponse(response: unknown): unknown {
  if (response instanceof Error) return {};
  return jsonForm(response) === "none" ? "<unserializable>" : response;
}
