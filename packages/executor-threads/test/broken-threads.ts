import { type ExecutorCall, type ExecutorResult, inline } from "@acta/actions/executor";
import { answering, asking, type BrokenExecutor, broken } from "../../actions/test/broken-executors.js";

/** Answers at the abort, and lets the tool run on. */
const looksAway = (toolName: string, result: ExecutorResult): BrokenExecutor["breaks"] => {
  return (executor) => ({
    execute(call) {
      if (call.tool.name !== toolName) return executor.execute(call);
      return new Promise((resolve) => {
        call.signal.addEventListener("abort", () => resolve(result));
        void Promise.resolve(executor.execute(deaf(call))).then(resolve);
      });
    },
  });
};

const deaf = (call: ExecutorCall): ExecutorCall => ({ ...call, signal: new AbortController().signal });
const stopped: ExecutorResult = { kind: "stopped", confirmed: true, executed: "unknown" };
const asStopped = (more: object) => answering((result) => (result.kind === "stopped" ? { ...result, ...more } : result));

/** The controls of the kit for what only some executors can: for each case an executor with one defect, which that case must find. */
export const brokenThreads: readonly BrokenExecutor[] = [
  broken(
    "answer.not-json",
    "makes text of what JSON cannot carry",
    answering((result, call) => (call.tool.name === "odd" ? { kind: "returned", output: { when: "1970-01-01", size: "1" } } : result)),
  ),
  broken(
    "answer.not-json",
    "gives its error no code",
    answering((result) => (result.kind === "threw" ? { ...result, error: new Error("no") } : result)),
  ),
  broken("off-loop.free", "runs the tool on the loop of its caller", () => ({ execute: (call) => inline.execute(call) })),
  broken(
    "crash.vanish",
    "takes the end of its thread for a failure of the tool",
    answering((result) => (result.kind === "lost" ? { kind: "threw", error: new Error("gone"), executed: "yes" } : result)),
  ),
  broken("crash.vanish", "takes no call any more", (executor) => ({
    async execute(call) {
      const result = await executor.execute(call);
      if (result.kind === "lost") await executor.close?.();
      return result;
    },
  })),
  broken("crash.stray", "never answers", (executor) => ({
    execute: (call) => (call.tool.name === "stray" ? new Promise(() => {}) : executor.execute(call)),
  })),
  broken("stop.before", "starts it all the same", asking(deaf)),
  broken("stop.before", "is not sure that nothing ran", asStopped({ executed: "unknown" })),
  broken("stop.deaf", "confirms an end that it did not make", looksAway("drift", stopped)),
  broken("stop.deaf", "says that nothing ran", asStopped({ executed: "no" })),
  broken("stop.deaf", "does not wait for the end", asStopped({ confirmed: false })),
  broken("stop.endless", "confirms an end that it did not make", looksAway("spin", stopped)),
  broken("stop.endless", "waits for the tool to listen", (executor) => ({
    execute: (call) => executor.execute(call.tool.name === "spin" ? deaf(call) : call),
  })),
  broken("stop.siblings", "ends everything to end one", (executor) => ({
    execute(call) {
      call.signal.addEventListener("abort", () => void executor.close?.());
      return executor.execute(call);
    },
  })),
  broken("close.running", "lets run on what runs", () => ({ close: () => {} })),
];
