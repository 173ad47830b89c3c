import { Cancellation } from "@acta/event";
import { PermissionError } from "@acta/governance";
import { StopHook } from "@acta/hooks";
import type { ErrorSpec } from "../format.js";
import { Untranslatable } from "../untranslatable.js";

/** An error of the original's host that has no class of its own here. */
class HostError extends Error {
  constructor(type: string, message: string) {
    super(message);
    this.name = type;
  }
}

/** What the original's host does not catch as an ordinary error. */
class HostCancellation extends Cancellation {
  constructor(
    readonly type: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    Object.defineProperty(this, "name", { value: type });
  }
}

/** The error that a vector names. */
export function createError({ type, message: text, exceptions = [] }: ErrorSpec): Error {
  const message = text ?? "";
  switch (type) {
    case "TypeError":
      return new TypeError(message);
    case "ValueError":
    case "RuntimeError":
    case "TimeoutError":
      return new HostError(type, message);
    case "KeyError":
      // Its text is its quoted argument.
      return new HostError(type, text === null ? "" : `'${text}'`);
    case "PermissionError":
      return new PermissionError(message);
    case "StopHook":
      return new StopHook(message);
    case "FatalSignal":
    case "KeyboardInterrupt":
    case "SystemExit":
    case "GeneratorExit":
    case "CancelledError":
      return new HostCancellation(type, message);
    case "ExceptionGroup":
      return new AggregateError(exceptions.map(createError), message);
    case "BaseExceptionGroup":
      return new HostCancellation(type, message, { cause: new AggregateError(exceptions.map(createError), message) });
    default:
      throw new Untranslatable(`unknown error type ${type}`);
  }
}

/** The text that the original's host has for an error. That of a group counts its members. */
export function textOf(error: Error): string {
  const group = groupOf(error);
  if (group === undefined) return error.message;
  const { length } = group.errors;
  return `${error.message} (${length} sub-exception${length === 1 ? "" : "s"})`;
}

/** A group with a cancellation in it is one itself, and carries its members as its cause where a vector made it. */
export function groupOf(error: Error): AggregateError | undefined {
  return [error, error.cause].find((candidate) => candidate instanceof AggregateError);
}

/** The name that the original's host has for an error. */
export function typeOf(error: Error): string {
  if (error instanceof HostCancellation) return error.type;
  return error.name === "AggregateError" ? "ExceptionGroup" : error.name;
}
