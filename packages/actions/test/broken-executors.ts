import type { Executor, ExecutorCall, ExecutorResult } from "../src/executor.js";

type Defect = (executor: Executor) => Partial<Executor>;

/** A defect and the case that is there to find it. */
export interface BrokenExecutor {
  readonly caughtBy: string;
  readonly defect: string;
  readonly breaks: Defect;
}

export const broken = (caughtBy: string, defect: string, breaks: Defect): BrokenExecutor => ({ caughtBy, defect, breaks });

/** Changes what the executor is asked. */
export const asking =
  (change: (call: ExecutorCall) => ExecutorCall): Defect =>
  ({ execute }) => ({ execute: (call) => execute(change(call)) });

/** Changes what it answers, and always answers later. */
export const answering =
  (change: (result: ExecutorResult, call: ExecutorCall) => ExecutorResult): Defect =>
  ({ execute }) => ({ execute: async (call) => change(await execute(call), call) });

/** Changes the output of a tool that returned. */
const returning = (change: (output: unknown) => unknown): Defect =>
  answering((result) => (result.kind === "returned" ? { ...result, output: change(result.output) } : result));

/** Changes the error of a tool that threw. */
const throwing = (change: (error: Error & { code?: unknown }) => unknown): Defect =>
  answering((result) => (result.kind === "threw" ? { ...result, error: change(result.error as Error) } : result));

const toolResult = (call: ExecutorCall) => call.tool.run(call.arguments, call);

/** The controls of the kit for what every executor owes: for each case an executor with one defect, which that case must find. */
export const brokenExecutors: readonly BrokenExecutor[] = [
  broken("capabilities.declared", "claims more than it can", () => ({ capabilities: { offLoop: false, killable: true, remote: false } })),
  broken("capabilities.declared", "has no name", () => ({ name: "" })),
  broken(
    "answer.value",
    "gives the output in an envelope",
    returning((output) => ({ output })),
  ),
  broken("answer.promise", "hands promises on", ({ execute }) => ({
    execute: (call) => (call.tool.name === "later" ? { kind: "returned", output: {} } : execute(call)),
  })),
  broken(
    "answer.nothing",
    "makes something of nothing",
    returning((output) => output ?? {}),
  ),
  broken("answer.generator", "gives the generator itself", ({ execute }) => ({
    execute: (call) => (call.tool.name === "count" ? { kind: "returned", output: toolResult(call) } : execute(call)),
  })),
  broken(
    "answer.exact",
    "rounds numbers",
    returning((output) =>
      JSON.parse(JSON.stringify(output ?? null, (_, value) => (typeof value === "number" ? Math.round(value) : value))),
    ),
  ),
  broken(
    "throw.error",
    "loses the code",
    throwing(({ name, message }) => Object.assign(new Error(message), { name })),
  ),
  broken("throw.error", "throws what the tool threw", ({ execute }) => ({
    async execute(call) {
      const result = await execute(call);
      if (result.kind === "threw") throw result.error;
      return result;
    },
  })),
  broken("throw.error", "says of a tool that threw that it did not run", answering(denied)),
  broken("throw.promise", "is rejected where the tool is", ({ execute }) => ({
    execute: (call) => (call.tool.name === "failLater" ? (toolResult(call) as Promise<never>) : execute(call)),
  })),
  broken("throw.generator", "takes the end of a generator for its return", ({ execute }) => ({
    async execute(call) {
      const result = await execute(call);
      return call.tool.name === "count" && result.kind === "threw" ? { kind: "returned", output: undefined } : result;
    },
  })),
  broken(
    "throw.not-executed",
    "does not believe it",
    answering((result) => (result.kind === "threw" ? { ...result, executed: "unknown" } : result)),
  ),
  broken("throw.not-executed", "loses what it was", throwing(plain)),
  broken("throw.permission", "loses what it was", throwing(plain)),
  broken("throw.cancellation", "loses what it was", throwing(plain)),
  broken(
    "throw.value",
    "makes an error of everything",
    throwing((error) => (error instanceof Error ? error : new Error(String(error)))),
  ),
  broken(
    "call.context",
    "makes up an idempotency key",
    asking((call) => ({ ...call, idempotencyKey: call.callId })),
  ),
  broken(
    "call.context",
    "counts attempts from one",
    asking((call) => ({ ...call, attempt: 1 })),
  ),
  broken(
    "call.context",
    "hands over a signal that is aborted",
    asking((call) => ({ ...call, signal: AbortSignal.abort() })),
  ),
  broken(
    "call.frozen",
    "hands over a copy that can be changed",
    asking((call) => ({ ...call, arguments: structuredClone(call.arguments) })),
  ),
  broken(
    "call.frozen",
    "freezes the surface only",
    asking((call) => ({ ...call, arguments: Object.freeze(structuredClone(call.arguments)) })),
  ),
  broken("call.once", "runs it again to be sure", ({ execute }) => ({
    async execute(call) {
      await execute(call);
      return execute(call);
    },
  })),
  broken("call.concurrent", "gives the answer of another call", ({ execute }) => {
    let last: ExecutorResult | PromiseLike<ExecutorResult> | undefined;
    return {
      execute(call) {
        const answer = last ?? execute(call);
        last = execute(call);
        return answer;
      },
    };
  }),
  broken(
    "call.progress",
    "drops every hundredth item",
    asking((call) => {
      let count = 0;
      return { ...call, progress: (item) => (++count % 100 === 0 ? undefined : call.progress(item)) };
    }),
  ),
  broken(
    "call.progress",
    "tells the items after the answer",
    asking((call) => ({ ...call, progress: (item) => void setTimeout(() => call.progress(item)) })),
  ),
  broken("call.listeners", "leaves its listener", ({ execute }) => ({
    execute(call) {
      call.signal.addEventListener("abort", () => {});
      return execute(call);
    },
  })),
  broken("stop.obeys", "takes the abort for the end", ({ execute }) => ({
    async execute(call) {
      const result = await execute(call);
      return call.signal.aborted ? { kind: "returned", output: undefined } : result;
    },
  })),
  broken("stop.obeys", "keeps the signal to itself", asking(deaf)),
  broken("close.refuses", "goes on after close", ({ execute }) => ({ execute, close: () => {} })),
  broken("close.refuses", "runs it and denies it after close", ({ execute, close }) => {
    let isClosed = false;
    return {
      execute(call) {
        if (!isClosed) return execute(call);
        void toolResult(call);
        return { kind: "stopped", confirmed: true, executed: "no" };
      },
      close() {
        isClosed = true;
        return close?.();
      },
    };
  }),
  broken("close.twice", "opens again", ({ execute }) => {
    let isClosed = false;
    return {
      execute: (call) => (isClosed ? { kind: "stopped", confirmed: true, executed: "no" } : execute(call)),
      close() {
        isClosed = !isClosed;
      },
    };
  }),
];

function plain({ message, code }: Error & { code?: unknown }): Error {
  return Object.assign(new Error(message), { code });
}

function denied(result: ExecutorResult): ExecutorResult {
  return result.kind === "threw" ? { ...result, executed: "no" } : result;
}

function deaf(call: ExecutorCall): ExecutorCall {
  return { ...call, signal: new AbortController().signal };
}
