import { type StdioOptions, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { temporaryFolder } from "./support.js";

const folder = join(import.meta.dirname, "..");

/** The app as a program of its own, from the sources, whatever was built before. */
export class Program {
  readonly path: string;
  readonly #folder: string;

  private constructor(name: string) {
    // Where the real one lies beside, because it looks for its data from there.
    this.#folder = join(folder, `dist-${name}`);
    this.path = join(this.#folder, "main.js");
  }

  /** `name`: of the tests that use it. */
  static async build(name: string): Promise<Program> {
    const program = new Program(name);
    await build({
      entryPoints: [join(folder, "src/main.ts")],
      outdir: program.#folder,
      bundle: true,
      splitting: true,
      format: "esm",
      platform: "node",
      conditions: ["@acta/source"],
      external: ["@photostructure/sqlite", "bullmq", "ioredis"],
    });
    return program;
  }

  start(argv: readonly string[], stdio: StdioOptions = "pipe") {
    const child = spawn(process.execPath, [this.path, ...argv], { env: { ...process.env, TMPDIR: temporaryFolder() }, stdio });
    const written = { stdout: "", stderr: "" };
    child.stdout?.on("data", (chunk) => (written.stdout += chunk));
    child.stderr?.on("data", (chunk) => (written.stderr += chunk));
    const end = new Promise<{ readonly status: number | null; readonly stdout: string; readonly stderr: string }>((resolve) => {
      child.once("close", (status) => resolve({ status, ...written }));
    });
    return { child, end };
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
