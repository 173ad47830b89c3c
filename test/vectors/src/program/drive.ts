import type { Run } from "./program.js";

/** Whoever runs tools hands one out; it is read only where the program waits. */
interface Interruptible {
  readonly signal: AbortSignal;
}

/** Runs a program that is declared async: it waits by timers, and a wait ends where the call does. */
export async function driveAsync(run: Run, context?: Interruptible): Promise<unknown> {
  let step = run.next();
  while (!step.done) {
    const stopped = await pause(step.value, context?.signal).then(
      () => undefined,
      (reason: unknown) => ({ reason }),
    );
    step = stopped ? run.throw(stopped.reason) : run.next();
  }
  return step.value;
}

/** Runs a program that is declared sync: its waits block the thread. */
export function driveSync(run: Run): unknown {
  for (let step = run.next(); ; step = run.next()) {
    if (step.done) return step.value;
    for (const end = performance.now() + step.value; performance.now() < end; );
  }
}

export function drive(mode: "async" | "sync", run: Run): unknown {
  return mode === "sync" ? driveSync(run) : driveAsync(run);
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
