import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { runProgram } from "./run-program.js";
import { type Missing, type Program, type Runtime, readReport } from "./runtime.js";

/** The bundled programs; this module is itself bundled beside them. */
export const programs = fileURLToPath(new URL("programs/", import.meta.url));

const files: Readonly<Record<Program, string>> = { scenario: "scenario.js", control: "scenario-control.js" };

/** A runtime that runs a file from a command line. */
export async function commandLine(name: string, command: string, leading: readonly string[] = []): Promise<Runtime | Missing> {
  const asked = await runProgram(command, ["--version"], dirname(programs));
  const version = /\d+\.\d+\.\d+/.exec(asked.stdout)?.[0];
  if (!asked.succeeded || version === undefined) return { name, missing: `it does not start: ${(asked.stderr || asked.stdout).trim()}` };
  return {
    name,
    version,
    async run(program) {
      const { stdout, stderr } = await runProgram(command, [...leading, programs + files[program]], programs);
      return readReport(stdout, stdout + stderr);
    },
  };
}
