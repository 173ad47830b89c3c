import { Worker } from "node:worker_threads";

/**
 * The channel to the parent process, with the shape of a thread's port. Without a parent there is nobody to work for: this process ends, and
 * everything in its group, whatever it is doing.
 * @returns {import("./serve.js").Port}
 */
export function parentProcess() {
  process.on("disconnect", endGroup);
  watchParent();
  return {
    on: (event, listener) => process.on(event, listener),
    postMessage: (message) => process.connected && process.send?.(message, () => {}),
  };
}

function endGroup() {
  try {
    process.kill(-process.pid, "SIGKILL");
  } catch {
    process.exit(1);
  }
}

/** A tool that blocks does not hear of the end of the parent. A thread beside it does: whose parent is gone is given another. */
function watchParent() {
  const program = `
    const { workerData: parent } = require("node:worker_threads");
    setInterval(() => process.ppid === parent || process.kill(-process.pid, "SIGKILL"), 500);
  `;
  const watch = new Worker(program, { eval: true, workerData: process.ppid, execArgv: [], env: {} });
  watch.on("error", () => {});
  watch.unref();
}
