import type { ToWorker } from "./messages.js";

/** A thread or a process, with the worker's program in it. */
export interface Carrier {
  /** Never throws: whoever is gone has an exit. */
  post(message: ToWorker): void;
  /** Ends it, whatever it does. Its exit tells that it has ended. */
  end(): void;
  /** Keeps this process alive while it runs. So it is in the beginning. */
  hold(): void;
  release(): void;
}

export interface CarrierEvents {
  message(message: unknown): void;
  /** Once, after the last message. From here on nothing happens in it. `reason` completes a sentence that begins with `it`. */
  exit(reason: string): void;
}

/** The program that runs in a thread or a process, beside this file: in the sources and in what is built. */
export const workerFile = new URL("./worker.js", import.meta.url);
