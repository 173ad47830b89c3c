import { failureText } from "./failure.js";
import { load } from "./load.js";
import { RunningCall } from "./running-call.js";

/**
 * @typedef {object} Port
 * @property {(event: "message", listener: (message: any) => void) => unknown} on
 * @property {(message: import("../messages.js").FromWorker) => unknown} postMessage
 */

/**
 * Runs the calls that come through a port, one at a time. What nobody catches is told, and ends this thread from outside.
 * @param {Port} port
 */
export function serve(port) {
  /** @type {RunningCall | undefined} */
  let running;

  const crashed = (/** @type {unknown} */ error) => port.postMessage({ acta: "crashed", failure: failureText(error) });
  process.on("uncaughtException", crashed);
  process.on("unhandledRejection", crashed);

  port.on("message", (/** @type {import("../messages.js").ToWorker} */ message) => {
    if (message.acta === "call") {
      running = new RunningCall(message, port);
      void running.run(load);
    } else if (message.id !== running?.id) return;
    else if (message.acta === "abort") running.abort(message.reason);
    else running.more();
  });
  port.postMessage({ acta: "ready" });
}
