import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { finished } from "node:stream/promises";
import type { Output } from "../io.js";

/** Milliseconds that a worker has to end before it is ended. */
const patienceMs = 10_000;

/** A worker that this process has started. It ends when this process does, however that ends. */
export class WorkerProcess {
  /** Resolves when it takes calls; rejects, with what it said, where it ends before. */
  readonly ready: Promise<void>;
  readonly exit: Promise<void>;
  readonly #child: ChildProcess;
  #isReady = false;

  constructor(program: string, argv: readonly string[], stderr: Output) {
    // In a group of its own: what a terminal sends to a group is for the run, which ends its workers when nobody needs them any more.
    this.#child = fork(program, argv, { detached: true, stdio: ["ignore", "ignore", "pipe", "ipc"] });
    // Not "close": a child whose channel was disconnected here never has one.
    this.exit = once(this.#child, "exit").then(
      () => {},
      () => {},
    );
    this.ready = this.#start(stderr);
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  async end(): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), patienceMs);
    await this.exit;
    clearTimeout(timer);
  }

  async #start(stderr: Output): Promise<void> {
    let said = "";
    const spoken = this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      if (this.#isReady) stderr.write(text);
      else said += text;
    });
    const over = Promise.all([this.exit, spoken && finished(spoken).catch(() => {})]);
    this.#isReady = await Promise.race([once(this.#child, "message").then(() => true), over.then(() => false)]);
    if (!this.#isReady) throw new Error(`a worker did not start: ${said.trim() || "it said nothing"}`);
    if (said !== "") stderr.write(said);
  }
}
