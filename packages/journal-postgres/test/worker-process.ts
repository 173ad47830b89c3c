import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Journal } from "@acta/journal";
import { build } from "esbuild";
import { afterAll, beforeAll } from "vitest";
import { serverUrl } from "./server.js";

export type Command =
  | { readonly do: "append"; readonly with: Parameters<Journal["append"]> }
  | { readonly do: "flood"; readonly branchId: string; readonly prefix: string; readonly count: number }
  | { readonly do: "acquire"; readonly with: Parameters<Journal["acquire"]> }
  | { readonly do: "renew" }
  | { readonly do: "close" };

interface Answer {
  readonly value?: unknown;
  readonly error?: string;
}

/** A process with a journal of its own. One command at a time. */
export class WorkerProcess {
  readonly child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.child = child;
  }

  static async start(file: string, schema: string): Promise<WorkerProcess> {
    const worker = new WorkerProcess(fork(file, [serverUrl, schema]));
    await worker.#answer();
    return worker;
  }

  do(command: Command): Promise<unknown> {
    this.child.send(command);
    return this.#answer();
  }

  /** Lets go of it; it ends when nothing in it keeps it alive. Yields its exit code. */
  async left(): Promise<unknown> {
    const exit = once(this.child, "exit");
    this.child.disconnect();
    return (await exit)[0];
  }

  async #answer(): Promise<unknown> {
    const [answer]: Answer[] = await once(this.child, "message");
    if (answer?.error !== undefined) throw new Error(answer.error);
    return answer?.value;
  }
}

/** Builds the worker before the tests of a block; what starts is killed after them. */
export function workersFor(schema: string): (count: number) => Promise<readonly WorkerProcess[]> {
  const started: WorkerProcess[] = [];
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "acta-"));
    await build({
      entryPoints: [fileURLToPath(new URL("./worker.ts", import.meta.url))],
      outfile: join(folder, "worker.cjs"),
      bundle: true,
      platform: "node",
      format: "cjs",
      conditions: ["@acta/source"],
      external: ["pg-native"],
      logLevel: "error",
    });
  });
  afterAll(async () => {
    for (const { child } of started) child.kill("SIGKILL");
    await rm(folder, { recursive: true });
  });
  return async (count) => {
    const workers = await Promise.all(Array.from({ length: count }, () => WorkerProcess.start(join(folder, "worker.cjs"), schema)));
    started.push(...workers);
    return workers;
  };
}
