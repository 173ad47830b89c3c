import { parseArgs } from "node:util";
import { UsageError } from "./usage-error.js";

export interface RunCommand {
  readonly kind: "run" | "dry-run";
  readonly file: string;
  readonly workspace: string | null;
  readonly policy: string | null;
  readonly record: string | null;
  readonly strategy: "sequential" | "concurrent";
  readonly json: boolean;
}

export type Command = RunCommand | { readonly kind: "demo" } | { readonly kind: "help" } | { readonly kind: "version" };

export const help = `Runs the tool calls of a transcript as governed, recorded transactions.

  npm start                        a demonstration of every way in which a call can end
  npm start -- run FILE [OPTIONS]  the calls of FILE: an OpenAI, Anthropic or Claude Code transcript, JSON or JSON lines

Options of run:
  --workspace DIR       folder that the tools may touch (default: a fresh temporary folder)
  --policy FILE         permission policy, JSON (default: file tools are allowed, programs are not)
  --record PATH         new file for the record, JSON lines (default: in a fresh temporary folder)
  --strategy STRATEGY   sequential (default) or concurrent: how the calls of one turn are run
  --transaction NAME    corrected (default)
  --dry-run             decide only; write nothing
  --json                print JSON lines: one for each call, and a summary
  --help, --version

Exit status: 0 done, whatever the outcomes; 1 the run failed; 2 bad usage or input; 130 and 143 interrupted.
`;

const options = {
  workspace: { type: "string" },
  policy: { type: "string" },
  record: { type: "string" },
  strategy: { type: "string" },
  transaction: { type: "string" },
  "dry-run": { type: "boolean" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const;

/** Throws `UsageError` for whatever is not documented. */
export function parseCommand(argv: readonly string[]): Command {
  const { values, positionals } = parse(argv);
  if (values.help) return { kind: "help" };
  if (values.version) return { kind: "version" };
  const [command, file, ...others] = positionals;
  if (command === undefined) {
    const [option] = Object.keys(values);
    if (option !== undefined) throw new UsageError(`--${option} belongs to a command: npm start -- run FILE.`);
    return { kind: "demo" };
  }
  if (command !== "run") throw new UsageError(`There is no command ${JSON.stringify(command)}; see --help.`);
  if (file === undefined || file === "") throw new UsageError("The command run needs a FILE; see --help.");
  if (others.length > 0) throw new UsageError("The command run takes one FILE; see --help.");
  requireTransaction(values.transaction);
  return {
    kind: values["dry-run"] ? "dry-run" : "run",
    file,
    workspace: path("workspace", values.workspace),
    policy: path("policy", values.policy),
    record: path("record", values.record),
    strategy: strategy(values.strategy),
    json: values.json ?? false,
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (cause) {
    const [sentence] = (cause as Error).message.split(/\. |\n/);
    throw new UsageError(`${sentence?.replace(/\.$/, "")}; see --help.`, { cause });
  }
}

function path(option: string, value: string | undefined): string | null {
  if (value === "") throw new UsageError(`--${option} needs a path.`);
  return value ?? null;
}

function strategy(value = "sequential"): RunCommand["strategy"] {
  if (value === "sequential" || value === "concurrent") return value;
  throw new UsageError(`--strategy is sequential or concurrent, not ${JSON.stringify(value)}.`);
}

function requireTransaction(value = "corrected"): void {
  if (value === "shipped") throw new UsageError("The transaction shipped is not built yet; corrected is.");
  if (value !== "corrected") throw new UsageError(`--transaction is corrected, not ${JSON.stringify(value)}.`);
}
