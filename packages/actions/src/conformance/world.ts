import type { JsonObject } from "@acta/governance";
import type { Executor, ExecutorCall, ExecutorResult } from "../executor.js";
import type { Case, Check } from "./case.js";
import type { ExecutorCapability, ExecutorSubject } from "./subject.js";
import type { ConformanceToolName } from "./tools.js";

/** One subject under one case, with the phrases that cases are written in. */
export class World {
  readonly executor: Executor;
  readonly subject: ExecutorSubject;
  readonly check: Check;
  #calls = 0;

  constructor(executor: Executor, subject: ExecutorSubject, check: Check) {
    this.executor = executor;
    this.subject = subject;
    this.check = check;
  }

  ok(value: unknown, message: string): void {
    const check: Check = this.check;
    check.ok(value, message);
  }

  equal(actual: unknown, expected: unknown, message: string): void {
    this.check.equal(actual, expected, message);
  }

  /** A call of a tool of the kit, each with an id of its own. */
  call(name: ConformanceToolName, input: JsonObject = {}, more: Partial<ExecutorCall> = {}): ExecutorCall {
    const callId = `kit-${++this.#calls}`;
    const { signal } = new AbortController();
    const tool = this.subject.tools[name];
    return { tool, arguments: frozen(input), callId, idempotencyKey: `${callId}-key`, attempt: 1, signal, progress: () => {}, ...more };
  }

  /** How a call ends, also where the executor answers at once. A throw or a rejection fails the case. */
  async run(name: ConformanceToolName, input?: JsonObject, more?: Partial<ExecutorCall>): Promise<ExecutorResult> {
    try {
      return await this.executor.execute(this.call(name, input, more));
    } catch (error) {
      const check: Check = this.check;
      check.ok(false, `an executor never throws; it threw ${String(error)}`);
    }
  }

  async returned(name: ConformanceToolName, input?: JsonObject, more?: Partial<ExecutorCall>): Promise<unknown> {
    const result = await this.run(name, input, more);
    this.equal(result.kind, "returned", `how the tool ${name} ends`);
    return result.kind === "returned" ? result.output : undefined;
  }

  /** The error of a tool that has to throw, and whether it is said to have run. */
  async threw(name: ConformanceToolName, input?: JsonObject): Promise<{ readonly error: unknown; readonly executed: string }> {
    const result = await this.run(name, input);
    this.equal(result.kind, "threw", `how the tool ${name} ends`);
    return result.kind === "threw" ? result : { error: undefined, executed: "" };
  }

  /** Whatever happened before: a new call is answered as ever. */
  async goesOn(): Promise<void> {
    this.equal(await this.returned("echo", { still: "here" }), { still: "here" }, "the answer to the next call");
  }

  /** Starts a tool, and aborts its call when it has left its first mark. */
  async stopped(name: ConformanceToolName): Promise<{ readonly result: ExecutorResult; readonly place: string }> {
    const place = await this.subject.place();
    const controller = new AbortController();
    const running = this.run(name, { place }, { signal: controller.signal });
    await this.marked(place, running);
    controller.abort(new Error("the kit stops it"));
    return { result: await running, place };
  }

  /** Waits until a call that runs has marked something. */
  async marked(place: string, running: Promise<unknown>): Promise<void> {
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    running.then(over, over);
    while ((await this.subject.marks(place)).length === 0) {
      if (isOver) this.ok(false, "the tool marks something before its call ends");
      await pause(1);
    }
  }

  /** Whether nothing is marked any more, looked at for ten times as long as the kit's tools pause between two marks. */
  async isQuiet(place: string): Promise<boolean> {
    const before = await this.subject.marks(place);
    await pause(20);
    return (await this.subject.marks(place)).length === before.length;
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

function frozen(input: JsonObject): JsonObject {
  for (const value of Object.values(input)) if (typeof value === "object" && value !== null) frozen(value as JsonObject);
  return Object.freeze(input);
}

/** A case whose executor is opened before and disposed of after it. */
export function executorCase(
  id: string,
  requirement: string,
  body: (world: World) => Promise<void>,
  needs: readonly ExecutorCapability[] = [],
): Case<ExecutorSubject> {
  return {
    id,
    requirement,
    needs,
    async run(subject, check) {
      try {
        await body(new World(await subject.open(), subject, check));
      } finally {
        await subject.dispose();
      }
    },
  };
}
