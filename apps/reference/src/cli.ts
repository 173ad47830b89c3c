import { parseArgs } from "node:util";
import { type HistoryCommand, historyCommand, type LogCommand, logCommand, type RecoverCommand, recoverCommand } from "./record-command.js";
import { UsageError } from "./usage-error.js";

export type TransactionName = "corrected" | "shipped";

export interface RunCommand {
  readonly kind: "run" | "dry-run";
  readonly file: string;
  readonly workspace: string | null;
  readonly policy: string | null;
  readonly record: string | null;
  readonly journal: string | null;
  readonly strategy: "sequential" | "concurrent";
  readonly transaction: TransactionName;
  readonly json: boolean;
}

export type Command =
  | RunCommand
  | LogCommand
  | HistoryCommand
  | RecoverCommand
  | { readonly kind: "demo" }
  | { readonly kind: "help" }
  | { readonly kind: "version" };

export const help = `Runs the tool calls of a transcript as governed, recorded transactions.

  npm start                        a demonstration of the ways in which a call can end
  npm start -- run FILE [OPTIONS]  the calls of FILE: an OpenAI, Anthropic or Claude Code transcript, JSON or JSON lines
  npm start -- log OPTIONS         how the calls on record ended, and which wait for an approval
  npm start -- history OPTIONS     the messages of one branch, which is what one run has recorded
  npm start -- recover OPTIONS     ends the calls that killed runs left open

Options of run:
  --workspace DIR       folder that the tools may touch (default: a fresh temporary folder)
  --policy FILE         permission policy, JSON (default: file tools are allowed, programs are not)
  --record PATH         new file for the record, JSON lines (default: in a fresh temporary folder)
  --journal DB          SQLite file for the record instead, also of several runs; made where it is missing
  --strategy STRATEGY   sequential (default) or concurrent: how the calls of one turn are run
  --transaction NAME    corrected (default) or shipped: the transaction as recorded, faults included
  --dry-run             decide only; write nothing
  --json                print JSON lines: one for each call, and a summary

Options of log:
  --journal DB, or --record PATH
  --branch ID, --tool NAME, --outcome KIND    only these
  --since TIME, --until TIME                  from TIME on, before TIME, such as 2026-01-31 or 2026-01-31T12:00:00Z
  --follow                                    go on with what is recorded from now on; needs --journal
  --json                                      print JSON lines

Options of history:
  --journal DB, or --record PATH
  --branch ID           the branch
  --format FORMAT       messages (default), or the results for openai-chat, openai-responses, anthropic or claude-code
  --json                print JSON lines

Options of recover:
  --journal DB          the journal
  --rerun               run calls again where that is safe; needs the --workspace
  --workspace DIR       folder that the calls ran in
  --log-root DIR        folder that absolute paths in the log mean by it
  --policy FILE         permission policy for calls that are run again
  --json                print JSON lines: one for each call, and a summary

  --help, --version

Exit status: 0 done, whatever the outcomes; 1 the run failed; 2 bad usage or input; 130 and 143 interrupted.
`;

const options = {
  workspace: { type: "string" },
  policy: { type: "string" },
  record: { type: "string" },
  journal: { type: "string" },
  strategy: { type: "string" },
  transaction: { type: "string" },
  "dry-run": { type: "boolean" },
  branch: { type: "string" },
  tool: { type: "string" },
  outcome: { type: "string" },
  since: { type: "string" },
  until: { type: "string" },
  follow: { type: "boolean" },
  format: { type: "string" },
  rerun: { type: "boolean" },
  "log-root": { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const;

/** The options that each command takes. */
const optionsOf = {
  run: ["workspace", "policy", "record", "journal", "strategy", "transaction", "dry-run", "json"],
  log: ["journal", "record", "branch", "tool", "outcome", "since", "until", "follow", "json"],
  history: ["journal", "record", "branch", "format", "json"],
  recover: ["journal", "rerun", "workspace", "log-root", "policy", "json"],
} as const;

/** Throws `UsageError` for whatever is not documented. */
export function parseCommand(argv: readonly string[]): Command {
  const { values, positionals } = parse(argv);
  if (values.help) return { kind: "help" };
  if (values.version) return { kind: "version" };
  const [command, ...operands] = positionals;
  if (command === undefined) {
    const [option] = Object.keys(values);
    if (option !== undefined) throw new UsageError(`--${option} belongs to a command: npm start -- run FILE.`);
    return { kind: "demo" };
  }
  if (!isCommand(command)) throw new UsageError(`There is no command ${JSON.stringify(command)}; see --help.`);
  checkOptions(command, values);
  if (command === "run") return runCommand(operands, values);
  if (operands.length > 0) throw new UsageError(`The command ${command} takes options only; see --help.`);
  switch (command) {
    case "log":
      return logCommand(values);
    case "history":
      return historyCommand(values);
    case "recover":
      return recoverCommand(values);
  }
}

const isCommand = (name: string): name is keyof typeof optionsOf => Object.hasOwn(optionsOf, name);

function checkOptions(command: keyof typeof optionsOf, values: Values): void {
  const known: readonly string[] = optionsOf[command];
  for (const [option, value] of Object.entries(values)) {
    if (!known.includes(option)) throw new UsageError(`--${option} is no option of ${command}; see --help.`);
    if (value === "") throw new UsageError(`--${option} needs a ${paths.includes(option) ? "path" : "value"}.`);
  }
  if (values.record !== undefined && values.journal !== undefined) {
    throw new UsageError("--record and --journal exclude each other: there is one record.");
  }
}

const paths = ["workspace", "policy", "record", "journal", "log-root"];

function runCommand([file, ...others]: readonly string[], values: Values): RunCommand {
  if (file === undefined || file === "") throw new UsageError("The command run needs a FILE; see --help.");
  if (others.length > 0) throw new UsageError("The command run takes one FILE; see --help.");
  return {
    kind: values["dry-run"] ? "dry-run" : "run",
    file,
    workspace: values.workspace ?? null,
    policy: values.policy ?? null,
    record: values.record ?? null,
    journal: values.journal ?? null,
    strategy: strategy(values.strategy),
    transaction: transaction(values.transaction),
    json: values.json ?? false,
  };
}

type Values = ReturnType<typeof parse>["values"];

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (cause) {
    const [sentence] = (cause as Error).message.split(/\. |\n/);
    throw new UsageError(`${sentence?.replace(/\.$/, "")}; see --help.`, { cause });
  }
}

function strategy(value = "sequential"): RunCommand["strategy"] {
  if (value === "sequential" || value === "concurrent") return value;
  throw new UsageError(`--strategy is sequential or concurrent, not ${JSON.stringify(value)}.`);
}

function transaction(value = "corrected"): TransactionName {
  if (value === "corrected" || value === "shipped") return value;
  throw new UsageError(`--transaction is corrected or shipped, not ${JSON.stringify(value)}.`);
}
