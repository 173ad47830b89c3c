import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExecutorCall, ExecutorResult } from "@acta/actions/executor";
import type { JsonObject } from "@acta/governance";
import { z } from "zod";
import { inThread, type ThreadsExecutor } from "../src/index.js";

const module = new URL("tools.mjs", import.meta.url);

/** A call of one of the tools in `tools.mjs`. */
export function callOf(name: string, input: JsonObject = {}, more: Partial<ExecutorCall> = {}): ExecutorCall {
  const tool = inThread({ name, description: name, input: z.looseObject({}), run: () => "not in a thread" }, { module, export: name });
  const { signal } = new AbortController();
  return { tool, arguments: input, callId: "c", idempotencyKey: "k", attempt: 1, signal, progress: () => {}, ...more };
}

export const run = async (
  executor: ThreadsExecutor,
  name: string,
  input?: JsonObject,
  more?: Partial<ExecutorCall>,
): Promise<ExecutorResult> => executor.execute(callOf(name, input, more));

/** Files for the marks of tools. */
export class Marks {
  readonly #folder = mkdtempSync(join(tmpdir(), "acta-threads-"));
  #files = 0;

  file(): string {
    return join(this.#folder, String(++this.#files));
  }

  read(file: string): string[] {
    return existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : [];
  }

  /** The first line, when it is there. */
  async first(file: string): Promise<string> {
    for (;;) {
      const [line] = this.read(file);
      if (line !== undefined) return line;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
