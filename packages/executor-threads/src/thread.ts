import { Worker } from "node:worker_threads";
import { type Carrier, type CarrierEvents, workerFile } from "./carrier.js";

/** Starts a worker thread. Throws where the system refuses. */
export function startThread(memoryMb: number, events: CarrierEvents): Carrier {
  const worker = new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
  let reason: string | undefined;
  worker.on("message", events.message);
  worker.on("error", (error) => {
    reason = reasonOf(error);
  });
  worker.on("exit", (code) => events.exit(reason ?? `ended with exit code ${code}`));
  return {
    post: (message) => worker.postMessage(message),
    end: () => void worker.terminate(),
    hold: () => worker.ref(),
    release: () => worker.unref(),
  };
}

function reasonOf(error: unknown): string {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  return code === "ERR_WORKER_OUT_OF_MEMORY" ? "ran out of memory" : `failed: ${String(message)}`;
}
