import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Job, Said } from "./child/job.js";

const program = fileURLToPath(new URL("child/child.js", import.meta.url));
const patienceMs = 30_000;

/** A process that does one job, and what it says. */
export class Child {
  readonly #process: ChildProcess;
  readonly #exit: Promise<unknown>;
  readonly #said: Said[] = [];
  #errors = "";
  #woken: () => void = () => {};

  constructor(job: Job) {
    this.#process = fork(program, [JSON.stringify(job)], { stdio: ["ignore", "ignore", "pipe", "ipc"] });
    this.#exit = once(this.#process, "exit").then(() => this.#woken());
    this.#process.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#errors += text;
    });
    this.#process.on("message", (said: Said) => {
      this.#said.push(said);
      this.#woken();
    });
  }

  /** The next thing it says, which must be this. Throws where it ends or stays silent instead. */
  async says<Say extends Said["say"]>(say: Say): Promise<Extract<Said, { say: Say }>> {
    const deadline = performance.now() + patienceMs;
    while (this.#said.length === 0) {
      if (this.#hasEnded) throw new Error(`the process ended before it was ${say}: ${this.#errors}`);
      if (performance.now() > deadline) this.#giveUp(`the process was never ${say}`);
      await this.#news(deadline);
    }
    const [said] = this.#said.splice(0, 1);
    if (said?.say !== say) this.#giveUp(`the process was ${said?.say} where it should be ${say}`);
    return said as Extract<Said, { say: Say }>;
  }

  tell(): void {
    this.#process.send({ go: true });
  }

  signal(signal: "SIGSTOP" | "SIGCONT"): void {
    this.#process.kill(signal);
  }

  /** What it wrote to stderr. */
  get errors(): string {
    return this.#errors;
  }

  /** SIGKILL, and waits until it is gone. False: it had ended by itself. */
  async kill(): Promise<boolean> {
    this.#process.kill("SIGKILL");
    await this.#exit;
    return this.#process.signalCode === "SIGKILL";
  }

  /** Waits for its end, which must be a good one. */
  async ends(): Promise<void> {
    const late = setTimeout(() => this.#process.kill("SIGKILL"), patienceMs);
    await this.#exit;
    clearTimeout(late);
    const { exitCode, signalCode } = this.#process;
    if (exitCode !== 0) throw new Error(`the process ended with ${exitCode ?? signalCode}: ${this.#errors}`);
  }

  get #hasEnded(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  #giveUp(reason: string): never {
    this.#process.kill("SIGKILL");
    throw new Error(reason);
  }

  async #news(deadline: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      this.#woken = resolve;
      timer = setTimeout(resolve, deadline - performance.now());
    });
    clearTimeout(timer);
  }
}
