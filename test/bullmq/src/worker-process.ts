import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { WorkerJob } from "./child/job.js";

/** A worker in a process of its own. */
export class WorkerProcess {
  readonly #process: ChildProcess;
  readonly #exit: Promise<unknown>;

  private constructor(process: ChildProcess) {
    this.#process = process;
    this.#exit = once(process, "exit");
  }

  /** Resolves when it takes calls. */
  static async start(program: string, job: WorkerJob): Promise<WorkerProcess> {
    const child = fork(program, [JSON.stringify(job)], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
    const worker = new WorkerProcess(child);
    await Promise.race([once(child, "message"), worker.#exit.then(() => Promise.reject(new Error("a worker did not start")))]);
    return worker;
  }

  /** SIGKILL, and waits until it is gone. */
  async kill(): Promise<void> {
    this.#process.kill("SIGKILL");
    await this.#exit;
  }

  signal(signal: "SIGSTOP" | "SIGCONT"): void {
    this.#process.kill(signal);
  }
}
