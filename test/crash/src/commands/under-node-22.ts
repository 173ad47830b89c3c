import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import type { CaseResult } from "@acta/journal/conformance";
import { fromNpm } from "../../../runtimes/src/from-npm.js";
import { runProgram } from "../../../runtimes/src/run-program.js";

/** The first release line whose `node:sqlite` is new enough; an exact version, so that the figures can be had again. */
const version = "22.23.3";
const program = fileURLToPath(new URL("node-sqlite.js", import.meta.url));

type Answer = { readonly name: string } & ({ readonly results: readonly CaseResult[] } | { readonly missing: string });

/** What the kit finds about SQLite with the driver of another Node, which comes from npm. */
export async function underNode22(): Promise<Answer> {
  const name = `sqlite with node:sqlite of Node ${version}`;
  const found = await fromNpm("node", version);
  if ("missing" in found) return { name, missing: found.missing };
  const { stdout, stderr } = await runProgram(found.program, ["--no-warnings", program], tmpdir());
  return { name, results: read(stdout, stderr) };
}

function read(stdout: string, stderr: string): readonly CaseResult[] {
  try {
    return JSON.parse(stdout);
  } catch {
    return [{ id: "the program", outcome: "failed", error: `it did not report: ${stdout}${stderr}` }];
  }
}
