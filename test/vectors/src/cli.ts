import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readShippedVectors, readVectors, UnreadableVectors } from "./read-vectors.js";
import { toJsonLines, toText } from "./report.js";
import { runScenario } from "./run-scenario.js";
import { runVectors } from "./run-vectors.js";
import { runVector } from "./shipped/run-vector.js";
import { isConformant, summarize, type Verdict } from "./verdict.js";

export interface Output {
  line(text: string): void;
  complaint(text: string): void;
}

/** Exit codes: 0, everything passed; 1, something failed or too much was skipped; 2, nothing could be run. */
export type ExitCode = 0 | 1 | 2;

class Misused extends Error {}

type Run = (directory: string) => Promise<readonly Verdict[]>;

const transactions = new Map<string, Run>([
  ["shipped", async (directory) => runVectors(await readShippedVectors(directory), runVector)],
  ["corrected", async (directory) => runVectors(await readVectors(directory), runScenario)],
]);

interface Arguments {
  readonly run: Run;
  readonly directory: string;
  readonly json: boolean;
}

const ownVectors = fileURLToPath(new URL("../data", import.meta.url));

/** `vectors [--transaction shipped|corrected] [--dir DIR] [--json]`; shipped is the default. */
export async function runCli(argv: readonly string[], output: Output): Promise<ExitCode> {
  try {
    const { run, directory, json } = readArguments(argv);
    const verdicts = await run(directory);
    const summary = summarize(verdicts);
    for (const line of (json ? toJsonLines : toText)(verdicts, summary)) output.line(line);
    return isConformant(summary) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof Misused || error instanceof UnreadableVectors)) throw error;
    output.complaint(error.message);
    return 2;
  }
}

function readArguments(argv: readonly string[]): Arguments {
  const { transaction = "shipped", dir = ownVectors, json = false } = parse(argv);
  const run = transactions.get(transaction);
  if (run === undefined) throw new Misused(`There is no transaction ${transaction}: say --transaction shipped or corrected.`);
  return { run, directory: dir, json };
}

function parse(argv: readonly string[]) {
  const options = { transaction: { type: "string" }, dir: { type: "string" }, json: { type: "boolean" } } as const;
  try {
    return parseArgs({ args: [...argv], options, strict: true }).values;
  } catch (error) {
    const [sentence] = (error as Error).message.split(/[.\n]/);
    throw new Misused(`${sentence}: the options are --transaction, --dir and --json.`);
  }
}
