import { Cancellation } from "@acta/event";
import { PermissionError } from "@acta/governance";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { NotExecuted } from "../errors.js";
import type { Tool, ToolContext } from "../tool.js";

/** What the tools of the kit need from wherever they run. */
export interface ConformanceHost {
  /** Adds a text to what is marked at this place, so that it is there when the call returns: the effect that the kit counts. */
  mark(place: string, text: string): void;
  /** Ends whatever runs the tools, at once and without a word. */
  vanish(): void;
}

/** The behaviours that executors are tried with. */
const runs = {
  /** Gives its input back. */
  echo: () => (input: Input) => input,
  /** The same, later. */
  later: () => async (input: Input) => {
    await pause(1);
    return input;
  },
  nothing: () => () => undefined,
  /** Yields `to` items and returns how many, or throws instead. */
  count: () =>
    function* ({ to, thenFails }: Input) {
      for (let step = 1; step <= Number(to); step++) yield { step };
      if (thenFails) throw failures.error();
      return to;
    },
  /** Tells of its call. */
  about: () => (input: Input, context: ToolContext) => {
    const { callId, idempotencyKey, attempt, signal } = context;
    return { callId, idempotencyKey, attempt, aborted: signal.aborted, frozen: Object.isFrozen(input) && Object.isFrozen(input.list) };
  },
  fail: () => (input: Input) => {
    throw failures[String(input.as) as keyof typeof failures]();
  },
  failLater: () => async () => {
    await pause(1);
    throw failures.error();
  },
  /** Returns what JSON cannot carry. */
  odd: () => () => ({ when: new Date(0), size: 1n }),
  mark:
    ({ mark }: ConformanceHost) =>
    ({ place, text }: Input) => {
      mark(String(place), String(text));
      return text;
    },
  /** Keeps the loop of wherever it runs busy for `forMs`. */
  work: () => (input: Input) => {
    const end = performance.now() + Number(input.forMs);
    while (performance.now() < end);
    return "done";
  },
  /** Waits for its signal. */
  obey:
    ({ mark }: ConformanceHost) =>
    ({ place }: Input, { signal }: ToolContext) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
        mark(String(place), "began");
      }),
  /** Never ends, never listens, and leaves a mark now and then. */
  drift:
    ({ mark }: ConformanceHost) =>
    ({ place }: Input) =>
      new Promise(() => {
        mark(String(place), "began");
        setInterval(() => mark(String(place), "on"), 2);
      }),
  /** The same in one endless turn. */
  spin:
    ({ mark }: ConformanceHost) =>
    ({ place }: Input) => {
      mark(String(place), "began");
      for (let next = performance.now(); ; ) {
        if (performance.now() < next) continue;
        mark(String(place), "on");
        next = performance.now() + 2;
      }
    },
  /** Throws where nobody can catch it. */
  stray: () => () =>
    new Promise(() => {
      setTimeout(() => {
        throw failures.error();
      });
    }),
  vanish:
    ({ vanish }: ConformanceHost) =>
    () =>
      new Promise(() => vanish()),
};

const failures = {
  error: () => Object.assign(new RangeError("out of range"), { code: "E_RANGE" }),
  not_executed: () => new NotExecuted("nothing happened"),
  permission: () => new PermissionError("not yours"),
  cancellation: () => new Cancellation("enough"),
  value: () => ({ not: "an error" }),
};

interface Input {
  readonly [key: string]: unknown;
}

export type ConformanceToolName = keyof typeof runs;
export type ConformanceTools = { readonly [name in ConformanceToolName]: Tool };

const anything: StandardSchemaV1<unknown, Input> = {
  "~standard": { version: 1, vendor: "acta", validate: (value) => ({ value: value as Input }) },
};

/** The tools that an executor is tried with. `more` is added to each of them. */
export function conformanceTools(host: ConformanceHost, more: Partial<Tool> = {}): ConformanceTools {
  const toolOf = (name: ConformanceToolName): Tool => ({
    name,
    description: `Of the conformance kit: ${name}.`,
    input: anything,
    parameters: { type: "object" },
    ...more,
    run: runs[name](host) as Tool["run"],
  });
  const names = Object.keys(runs) as ConformanceToolName[];
  return Object.fromEntries(names.map((name) => [name, toolOf(name)])) as ConformanceTools;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
