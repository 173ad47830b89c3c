import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type Carrier, type CarrierEvents, workerFile } from "./carrier.js";

/** Starts a process that leads a group of its own, so that what it starts can be ended with it. */
export function startChild(memoryMb: number, events: CarrierEvents): Carrier {
  const child = fork(fileURLToPath(workerFile), [], {
    detached: true,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    execArgv: [...process.execArgv, `--max-old-space-size=${memoryMb}`],
  });
  endWithThisProcess(child);
  child.on("message", events.message);
  child.on("error", (error) => {
    // Where there is a process, its exit follows.
    if (child.pid === undefined) events.exit(`did not start: ${error.message}`);
  });
  child.on("exit", (code, signal) => {
    // What the tool has started is still in the group.
    endGroup(child);
    const exited = () => events.exit(signal ? `was ended by ${signal}` : `ended with exit code ${code}`);
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
  const { pid } = child;
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // There is no such group any more, or the system has none: then the process alone.
    child.kill("SIGKILL");
  }
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
