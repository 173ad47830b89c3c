import { serialize } from "@acta/event";
import type { Executed } from "@acta/governance";
import { hasBrand, hasCode } from "./has-brand.js";

type Code =
  | "unknown_tool"
  | "invalid_arguments"
  | "invalid_tool"
  | "invalid_envelope"
  | "not_admitted"
  | "not_executed"
  | "declared_failure"
  | "lost"
  | "processor_timeout";

/** Longest text of an output that a message repeats, in code points. */
const longestOutput = 1_000;

/** A code point is at most two code units, so nothing beyond twice the length needs to be looked at. */
const cut = (text: string) => [...text.slice(0, 2 * longestOutput)].slice(0, longestOutput).join("");

const brand = Symbol.for("acta.action-error");

/** Base of everything that this package throws. `code` is stable, the message is for people. */
export class ActionError extends Error {
  override readonly name: string = "ActionError";
  readonly code: Code;
  readonly [brand] = true;

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** True for an instance from any copy of this package; of a subclass: with its code. */
  static isInstance(value: unknown): value is ActionError {
    return hasBrand(value, brand);
  }
}

/** `unknown_tool`: no tool of exactly this name is registered. */
export class ToolNotFound extends ActionError {
  override readonly name: string = "ToolNotFound";
  constructor(name: string) {
    super("unknown_tool", `there is no tool named ${JSON.stringify(name)}`);
  }

  static override isInstance(value: unknown): value is ToolNotFound {
    return ActionError.isInstance(value) && hasCode(value, "unknown_tool");
  }
}

/** One thing that is wrong with the arguments. `path` is a JSON pointer. */
export interface Issue {
  readonly message: string;
  readonly path: string;
}

/** `invalid_arguments`: the arguments are not a JSON object, or the tool's schema refuses them. */
export class InvalidArguments extends ActionError {
  override readonly name: string = "InvalidArguments";
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[], options?: ErrorOptions) {
    const texts = issues.slice(0, 5).map(({ message, path }) => (path === "" ? message : `${path}: ${message}`));
    const more = issues.length > texts.length ? `; and ${issues.length - texts.length} more` : "";
    super("invalid_arguments", `invalid arguments: ${texts.join("; ")}${more}`, options);
    this.issues = issues;
  }

  static override isInstance(value: unknown): value is InvalidArguments {
    return ActionError.isInstance(value) && hasCode(value, "invalid_arguments");
  }
}

/** `not_admitted`: the call was refused after preprocessing and before the tool; the event ends `skipped`. `cause` says by what. */
export class NotAdmitted extends ActionError {
  override readonly name: string = "NotAdmitted";
  constructor(cause: unknown) {
    super("not_admitted", cause instanceof Error ? cause.message : "the call was not admitted", { cause });
  }

  static override isInstance(value: unknown): value is NotAdmitted {
    return ActionError.isInstance(value) && hasCode(value, "not_admitted");
  }
}

/** `not_executed`: thrown by a tool that is certain that nothing happened, so that even an `unsafe` call may be tried again. */
export class NotExecuted extends ActionError {
  override readonly name: string = "NotExecuted";
  constructor(message: string, options?: ErrorOptions) {
    super("not_executed", message, options);
  }

  static override isInstance(value: unknown): value is NotExecuted {
    return ActionError.isInstance(value) && hasCode(value, "not_executed");
  }
}

/** `lost`: whoever ran the tool is gone, or has stopped it, and nobody knows how far it came. */
export class CallLost extends ActionError {
  override readonly name: string = "CallLost";
  /** What its executor says where it has stopped the call: `isConfirmed`: no effect can follow any more. Null: it is gone. */
  readonly stop: { readonly isConfirmed: boolean; readonly executed: Executed } | null;

  constructor(reason: string, stop: CallLost["stop"] = null) {
    super("lost", `the call was lost: ${reason}`);
    this.stop = stop;
  }

  static override isInstance(value: unknown): value is CallLost {
    return ActionError.isInstance(value) && hasCode(value, "lost");
  }
}

/** `declared_failure`: the tool returned normally, and its `isFailure` says that the output tells of a failure. The event keeps the output. */
export class DeclaredFailure extends ActionError {
  override readonly name: string = "DeclaredFailure";
  constructor(output: unknown) {
    super("declared_failure", cut(JSON.stringify(serialize(output))));
  }

  static override isInstance(value: unknown): value is DeclaredFailure {
    return ActionError.isInstance(value) && hasCode(value, "declared_failure");
  }
}
