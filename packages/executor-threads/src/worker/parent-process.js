/**
 * The channel to the parent process, with the shape of a thread's port. Without a parent there is nobody to work for: this process ends, and
 * everything in its group.
 * @returns {import("./serve.js").Port}
 */
export function parentProcess() {
  process.on("disconnect", () => {
    try {
      process.kill(-process.pid, "SIGKILL");
    } catch {
      process.exit(1);
    }
  });
  return {
    on: (event, listener) => process.on(event, listener),
    postMessage: (message) => process.connected && process.send?.(message, () => {}),
  };
}
