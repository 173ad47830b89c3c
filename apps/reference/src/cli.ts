import { parseArgs } from "node:util";
import { type ApprovalsCommand, approvalsCommand, approveCommand, type DecideCommand, rejectCommand } from "./approval-command.js";
import { type DoctorCommand, doctorCommand } from "./doctor-command.js";
import {
  type CheckCommand,
  checkCommand,
  type ExplainCommand,
  explainCommand,
  type SimulateCommand,
  simulateCommand,
} from "./policy-command.js";
import {
  type HistoryCommand,
  historyCommand,
  type LogCommand,
  logCommand,
  type RecordOptions,
  type RecoverCommand,
  recoverCommand,
} from "./record-command.js";
import { UsageError } from "./usage-error.js";
import { type WorkerChoice, type WorkerCommand, workerChoice, workerCommand } from "./worker-command.js";

export type TransactionName = "corrected" | "shipped";

export interface RunCommand {
  readonly kind: "run" | "dry-run";
  readonly file: string;
  readonly workspace: string | null;
  readonly policy: string | null;
  readonly policyModule: string | null;
  readonly record: string | null;
  readonly journal: string | null;
  readonly strategy: "sequential" | "concurrent";
  readonly transaction: TransactionName;
  /** Null: the calls run in the process of the run. */
  readonly workers: WorkerChoice | null;
  readonly json: boolean;
}

export type Command =
  | RunCommand
  | LogCommand
  | HistoryCommand
  | DoctorCommand
  | RecoverCommand
  | CheckCommand
  | ExplainCommand
  | SimulateCommand
  | ApprovalsCommand
  | DecideCommand
  | WorkerCommand
  | { readonly kind: "demo" }
  | { readonly kind: "help" }
  | { readonly kind: "version" };

const options = {
  workspace: { type: "string" },
  policy: { type: "string" },
  "policy-module": { type: "string" },
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
  workers: { type: "string" },
  redis: { type: "string" },
  queue: { type: "string" },
  call: { type: "string" },
  by: { type: "string" },
  note: { type: "string" },
  arguments: { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const;

type Read = (operands: readonly string[], values: Values) => Command;

/** Each command, of one word or two: the options that it takes, and what it is made of. */
const commands: Readonly<Record<string, { readonly options: readonly string[]; readonly read: Read }>> = {
  run: {
    options: [
      "workspace",
      "policy",
      "policy-module",
      "record",
      "journal",
      "strategy",
      "transaction",
      "workers",
      "redis",
      "queue",
      "dry-run",
      "json",
    ],
    read: runCommand,
  },
  log: {
    options: ["journal", "record", "branch", "tool", "outcome", "since", "until", "follow", "json"],
    read: optionsOnly("log", logCommand),
  },
  history: { options: ["journal", "record", "branch", "format", "max-output", "json"], read: optionsOnly("history", historyCommand) },
  "history doctor": { options: ["journal", "branch", "write", "dry-run", "json"], read: doctorCommand },
  recover: {
    options: ["journal", "branch", "rerun", "workspace", "log-root", "policy", "policy-module", "json"],
    read: optionsOnly("recover", recoverCommand),
  },
  "policy check": { options: ["workspace", "log-root", "json"], read: checkCommand },
  "policy explain": { options: ["call", "workspace", "log-root", "json"], read: explainCommand },
  "policy simulate": {
    options: ["policy", "journal", "workspace", "log-root", "json"],
    read: optionsOnly("policy simulate", simulateCommand, ", its policy as --policy FILE"),
  },
  approvals: { options: ["journal", "json"], read: optionsOnly("approvals", approvalsCommand) },
  approve: {
    options: ["by", "note", "arguments", "workspace", "log-root", "policy", "policy-module", "journal", "json"],
    read: approveCommand,
  },
  worker: { options: ["redis", "queue", "workspace", "log-root", "journal"], read: optionsOnly("worker", workerCommand) },
  reject: { options: ["by", "note", "journal", "json"], read: rejectCommand },
};

/** Throws `UsageError` for whatever is not documented. */
export function parseCommand(argv: readonly string[]): Command {
  const { values, positionals } = parse(argv);
  if (values.help) return { kind: "help" };
  if (values.version) return { kind: "version" };
  if (positionals.length === 0) {
    const [option] = Object.keys(values);
    if (option !== undefined) throw new UsageError(`--${option} belongs to a command: npm start -- run FILE.`);
    return { kind: "demo" };
  }
  const { name, operands } = commandOf(positionals);
  checkOptions(name, values);
  return commands[name]?.read(operands, values) as Command;
}

/** The words of a command, and what follows them. Own keys only: a command may be called anything. */
function commandOf([first = "", second, ...rest]: readonly string[]) {
  const words = `${first} ${second}`;
  if (second !== undefined && !first.includes(" ") && Object.hasOwn(commands, words)) return { name: words, operands: rest };
  if (!first.includes(" ") && Object.hasOwn(commands, first))
    return { name: first, operands: second === undefined ? [] : [second, ...rest] };
  if (first === "policy") throw new UsageError("The command policy is policy check, policy explain or policy simulate; see --help.");
  const longer = Object.keys(commands).find((name) => name.endsWith(` ${first}`));
  throw new UsageError(`There is no command ${JSON.stringify(first)}${longer === undefined ? "" : `, but ${longer}`}; see --help.`);
}

function optionsOnly(name: string, read: (values: RecordOptions) => Command, instead = ""): Read {
  return (operands, values) => {
    if (operands.length > 0) throw new UsageError(`The command ${name} takes options only${instead}; see --help.`);
    return read(values);
  };
}

function checkOptions(command: string, values: Values): void {
  const known = commands[command]?.options ?? [];
  for (const [option, value] of Object.entries(values)) {
    if (!known.includes(option)) throw new UsageError(`--${option} is no option of ${command}; see --help.`);
    if (value === "") throw new UsageError(`--${option} needs a ${paths.includes(option) ? "path" : "value"}.`);
  }
  if (values.record !== undefined && values.journal !== undefined) {
    throw new UsageError("--record and --journal exclude each other: there is one record.");
  }
}

const paths = ["workspace", "policy", "policy-module", "record", "journal", "log-root", "write"];

function runCommand([file, ...others]: readonly string[], values: Values): RunCommand {
  if (file === undefined || file === "") throw new UsageError("The command run needs a FILE; see --help.");
  if (others.length > 0) throw new UsageError("The command run takes one FILE; see --help.");
  return {
    kind: values["dry-run"] ? "dry-run" : "run",
    file,
    workspace: values.workspace ?? null,
    policy: values.policy ?? null,
    policyModule: values["policy-module"] ?? null,
    record: values.record ?? null,
    journal: values.journal ?? null,
    strategy: strategy(values.strategy),
    transaction: transaction(values.transaction),
    workers: workerChoice(values),
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
