import type { Effect, PolicyLike } from "@acta/governance";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { ActionError } from "./errors.js";
import type { Processors } from "./processors.js";
import { unknownKey } from "./unknown-key.js";

type Awaitable<T> = T | PromiseLike<T>;

/** `never` where JSON cannot carry it (dates, maps, bigints, functions). `unknown` and interfaces pass, and are checked at run time. */
export type PlainData<T> = unknown extends T
  ? T
  : T extends null | undefined | boolean | number | string
    ? T
    : T extends bigint | symbol | ((...args: never[]) => unknown)
      ? never
      : T extends object
        ? { [Key in keyof T]: PlainData<T[Key]> }
        : never;

/** What a schema makes of the arguments. */
export type InputOf<Schema extends StandardSchemaV1> = StandardSchemaV1.InferOutput<Schema>;

/** What a running tool knows of its call. */
export interface ToolContext {
  readonly callId: string;
  /** The same for every attempt of one call: hand it to the service that you call. */
  readonly idempotencyKey: string;
  /** From 1. */
  readonly attempt: number;
  /** Aborted when the call is cancelled or past its deadline. Made when first read. */
  readonly signal: AbortSignal;
}

/** See `Limits` of a scheduler. */
export interface ToolLimits {
  /** Calls running at a time: an integer >= 1, or Infinity. */
  readonly concurrency?: number | undefined;
  /** A token bucket: so many starts at once, and one more every `refillMs` milliseconds. */
  readonly rate?: { readonly capacity: number; readonly refillMs: number } | undefined;
}

/** What a tool's `run` may give back: a value, a promise of it, or a generator that yields progress and returns it. */
export type Running<Output> = Awaitable<Output> | AsyncGenerator<unknown, Output, void> | Generator<unknown, Output, void>;

/**
 * Something that a model may propose to do. `run` called directly bypasses validation, policy, hooks, record and history. (ADR-0012 D5)
 */
export interface Tool<Name extends string = string, Input extends StandardSchemaV1 = StandardSchemaV1, Output = unknown> {
  readonly name: Name;
  readonly description: string;
  /** Any Standard Schema whose output is a plain JSON object: what is judged and stored is what runs. */
  readonly input: Input;
  /** What a model is told about the input, where the schema cannot say it itself: a JSON Schema. */
  readonly parameters?: { readonly [key: string]: unknown } | undefined;
  readonly output?: StandardSchemaV1<unknown, Output> | undefined;
  /** Default `unsafe`: never run twice. */
  readonly effect?: Effect | undefined;
  /** True: a top-level key that is absent from the schema's output is refused. A schema that passes everything through cannot be strict. */
  readonly strict?: boolean | undefined;
  /** Top-level fields of the arguments and of the output that are never stored, logged, shown to hooks or exported. Policies see them. */
  readonly redact?: { readonly input?: readonly string[] | undefined; readonly output?: readonly string[] | undefined } | undefined;
  /** Milliseconds for one attempt. */
  readonly timeoutMs?: number | undefined;
  /** Name of a registered executor. Default `inline`. */
  readonly executor?: string | undefined;
  /** What a scheduler lets run of this tool at a time, and how often: the cap and the rate of all that name the same object. */
  readonly limits?: ToolLimits | undefined;
  /** Travels with the tool; can only narrow what the host allows. */
  readonly policy?: PolicyLike | undefined;
  /** An agent's processors around the tool's own; see `withProcessors`. */
  readonly processors?: Processors | undefined;
  /** `input` is frozen: copy before you sort or change it. */
  run(input: InputOf<Input>, context: ToolContext): Running<Output>;
  /**
   * Calls with the same key do not run at the same time where there is a scheduler, whatever their tools, unless all of them are `read`.
   * Undefined: no lock. A throw fails the call before it runs. Asked before a call waits for its turn, and again about what will run: arguments
   * that a preprocessor or an approval has changed to those of another lock are `rejected`, so make the key of what they all have in common.
   */
  lock?(input: InputOf<Input>): string | undefined;
  /** Its result replaces the arguments, which are then validated and authorized again. `undefined` changes nothing. (ADR-0012 D1) */
  preprocess?(input: InputOf<Input>, context: ToolContext): Awaitable<InputOf<Input> | undefined>;
  /** Its result becomes the response. (ADR-0012 D1) */
  postprocess?(output: Output, context: ToolContext): Awaitable<Output>;
  /** After a crash: whether the effect with this key happened. Asked by recovery; a throw, a hang and anything else count as `unknown`. */
  reconcile?(idempotencyKey: string): Awaitable<"done" | "not_done" | "unknown">;
  /** True: this output tells of a failure (`declared_failure`). Nothing is guessed from an output's shape. */
  isFailure?(output: Output): Awaitable<boolean>;
}

/** A refusal at compile time, with a sentence in it. */
type Refuse<Input extends StandardSchemaV1> = [InputOf<Input>] extends [PlainData<InputOf<Input>>]
  ? unknown
  : { readonly input: "the schema's output must be plain JSON data: convert in run()" };

/**
 * Infers everything; gives its argument back. Throws `invalid_tool` for what is no object, and for a key that no tool has: a mistyped `redact`
 * would keep no secret.
 */
export function defineTool<const Name extends string, Input extends StandardSchemaV1, Output>(
  tool: Tool<Name, Input, Output> & Refuse<NoInfer<Input>>,
): Tool<Name, Input, Output> {
  const given: unknown = tool;
  if (!isObject(given))
    throw new ActionError("invalid_tool", `a tool is an object, not ${given === null ? "null" : `of type ${typeof given}`}`);
  const key = unknownKey(given);
  if (key !== undefined) throw new ActionError("invalid_tool", `the tool ${String(tool.name)} has an unknown key: ${JSON.stringify(key)}`);
  return tool;
}

const isObject = (value: unknown): value is object => (typeof value === "object" && value !== null) || typeof value === "function";

type OutputOf<T> = T extends Tool<string, infer _Input, infer Output> ? Output : never;

/** What hooks and results know of tools, by name. */
export type CallMap = { readonly [name: string]: { readonly arguments: unknown; readonly output: unknown } };

/** `{ add: { arguments: { a: number }, output: number } }` */
export type CallsOf<Tools extends readonly Tool[]> = {
  readonly [T in Tools[number] as T["name"]]: { readonly arguments: InputOf<T["input"]>; readonly output: OutputOf<T> };
};
