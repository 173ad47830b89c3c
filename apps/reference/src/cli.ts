import { parseArgs } from "node:util";
import { type DoctorCommand, doctorCommand } from "./doctor-command.js";
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
  | DoctorCommand
  | RecoverCommand
  | { readonly kind: "demo" }
  | { readonly kind: "help" }
  | { readonly kind: "version" };

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
  "max-output": { type: "string" },
  write: { type: "string" },
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
  history: ["journal", "record", "branch", "format", "max-output", "json"],
  "history doctor": ["journal", "branch", "write", "dry-run", "json"],
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
  if (command === "history" && operands[0] === "doctor") {
    checkOptions("history doctor", values);
    return doctorCommand(operands.slice(1), values);
  }
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

const isCommand = (name: string): name is "run" | "log" | "history" | "recover" => ["run", "log", "history", "recover"].includes(name);

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

const paths = ["workspace", "policy", "record", "journal", "log-root", "write"];

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
