import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type Carrier, type CarrierEvents, workerFile } from "./carrier.js";
import { killGroup, whenGroupIsGone } from "./process-group.js";

/** Starts a process that leads a group of its own, so that what it starts can be ended with it. */
export function startChild(memoryMb: number, events: CarrierEvents): Carrier {
  const child = fork(fileURLToPath(workerFile), [], {
    detached: true,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    execArgv: [...process.execArgv, `--max-old-space-size=${memoryMb}`],
  });
  if (child.pid !== undefined) endWithThisProcess(child);
  child.on("message", events.message);
  child.on("error", (error) => {
    // Where there is a process, its exit follows.
    if (child.pid === undefined) events.exit(`did not start: ${error.message}`);
  });
  child.on("exit", (code, signal) => {
    // What the tool has started is still in the group.
    endGroup(child);
    const exited = () => whenGone(child, () => events.exit(signal ? `was ended by ${signal}` : `ended with exit code ${code}`));
    if (child.connected) child.once("disconnect", exited);
    else exited();
  });
  return {
    post(message) {
      if (child.connected) child.send(message, () => {});
    },
    end: () => endGroup(child),
    hold() {
      child.ref();
      child.channel?.ref();
    },
    release() {
      child.unref();
      child.channel?.unref();
    },
  };
}

function endGroup(child: ChildProcess): void {
  // Where the system has no groups, the process alone.
  if (child.pid !== undefined && !killGroup(child.pid)) child.kill("SIGKILL");
}

function whenGone({ pid }: ChildProcess, then: () => void): void {
  if (pid === undefined) then();
  else whenGroupIsGone(pid, then);
}

const children = new Set<ChildProcess>();

/** A group of its own does not get the signals of this process's group. */
function endWithThisProcess(child: ChildProcess): void {
  if (children.size === 0) process.on("exit", endAll);
  children.add(child);
  child.once("exit", () => {
    children.delete(child);
    if (children.size === 0) process.off("exit", endAll);
  });
}

function endAll(): void {
  for (const child of children) endGroup(child);
}
