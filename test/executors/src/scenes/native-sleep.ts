import { readFileSync } from "node:fs";
import type { ThreadsExecutor } from "@acta/executor-threads";
import { spreadOf } from "../figures.js";
import type { Files } from "../files.js";
import type { Finding } from "../finding.js";
import { run } from "../tools.js";

const mostMs = 1_000;

/** A tool that waits in native code for a program that sleeps: both must be gone within a second. */
export async function nativeSleep(executor: ThreadsExecutor, files: Files, rounds: number): Promise<Finding> {
  const wrong: string[] = [];
  const ends: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const file = files.next();
    const controller = new AbortController();
    const running = run(executor, "sleeps", { file }, controller.signal);
    await files.written(file);
    const deadline = performance.now();
    controller.abort();
    const result = await running;
    ends.push(performance.now() - deadline);
    if (result.kind !== "stopped" || !result.confirmed) wrong.push(`it ended ${result.kind}, and not confirmed`);
    const sleeper = Number(files.read(file));
    if (isAlive(sleeper)) {
      wrong.push("the program that sleeps is still there");
      process.kill(sleeper, "SIGKILL");
    }
  }
  const { median, most } = spreadOf(ends);
  if (most > mostMs) wrong.push(`an end came ${Math.round(most)} ms after the deadline, more than ${mostMs} ms`);
  return { scene: `${rounds} in a native sleep, ${executor.name}`, figures: { "ms after the deadline: median": median, most }, wrong };
}

/** Whether there is such a process that can still do something. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
