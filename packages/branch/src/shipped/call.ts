import { type FunctionCalling, isDictionary } from "@acta/actions/shipped";
import { Cancellation } from "@acta/event";
import type { JsonObject, ToolInvocation } from "@acta/governance";
import type { ActionRequest } from "@acta/messages";
import type { Scope } from "../scope.js";
import type { Settings } from "./batch-options.js";

/** A request as it was given. `function` may be anything. */
export interface Request {
  readonly function: unknown;
  /** Raw: an object, an instance of a class, or anything else. */
  readonly arguments: unknown;
  /** The message, where the request was one. */
  readonly message: ActionRequest | null;
}

export interface CallInit {
  readonly scope: Scope;
  readonly settings: Settings;
  readonly request: Request;
  /** Place in the list of requests, as flattened. */
  readonly index: number;
  /** From 1. */
  readonly attempt: number;
  readonly signal: AbortSignal | undefined;
}

/** One attempt of one call on its way through the transaction. */
export class Call {
  readonly id: string;
  readonly scope: Scope;
  readonly settings: Settings;
  readonly request: Request;
  readonly index: number;
  readonly attempt: number;
  /** Aborted by the caller, by the failure of a sibling, or when the time is over. */
  readonly signal: AbortSignal | undefined;
  /** The event, once it is constructed. */
  event: FunctionCalling | null = null;

  constructor({ scope, settings, request, index, attempt, signal }: CallInit) {
    this.id = scope.runtime.id();
    this.scope = scope;
    this.settings = settings;
    this.request = request;
    this.index = index;
    this.attempt = attempt;
    this.signal = signal;
  }

  /** What governance sees: raw arguments, and none where they are not a plain object. */
  get invocation(): ToolInvocation {
    const { function: name, arguments: raw } = this.request;
    const given = isDictionary(raw) ? raw : {};
    return Object.freeze({ function: name as string, arguments: given as JsonObject, branchId: this.scope.branchId });
  }

  /** Whether an error is a cancellation, or the consequence of one. */
  isCancelledBy(error: unknown): boolean {
    return Cancellation.isInstance(error) || this.signal?.aborted === true;
  }
}
