import type { OutcomeKind } from "@acta/branch";
import type { PolicyChoice } from "./load-policy.js";
import { outcomeKinds } from "./outcome-kinds.js";
import type { Places } from "./places.js";
import { UsageError } from "./usage-error.js";

/** Where a record lies that a run has made. */
export interface RecordSource {
  readonly kind: "journal" | "record";
  readonly path: string;
}

export interface LogCommand {
  readonly kind: "log";
  readonly source: RecordSource;
  readonly branch: string | null;
  readonly tool: string | null;
  readonly outcome: OutcomeKind | null;
  /** Wall clock, milliseconds; from this on. */
  readonly since: number;
  /** Wall clock, milliseconds; before this. */
  readonly until: number;
  readonly follow: boolean;
  readonly json: boolean;
}

export const historyFormats = [
  "messages",
  "openai-chat",
  "openai-responses",
  "anthropic",
  "google",
  "bedrock",
  "mistral",
  "cohere",
  "ai-sdk",
  "ai-sdk-ui",
  "mcp",
  "claude-code",
] as const;

export type HistoryFormat = (typeof historyFormats)[number];

export interface HistoryCommand {
  readonly kind: "history";
  readonly source: RecordSource;
  readonly branch: string;
  readonly format: HistoryFormat;
  /** The longest result that a model is told, in characters; null: as the codecs have it. */
  readonly maxOutput: number | null;
  readonly json: boolean;
}

/**
 * Of the places and policies only `rerun` makes use. Where the record says the place, these have to agree with it; where it does not, they are
 * needed.
 */
export interface RecoverCommand extends PolicyChoice, Places {
  readonly kind: "recover";
  readonly journal: string;
  readonly branch: string | null;
  readonly rerun: boolean;
  readonly json: boolean;
}

/** What was given for the options, none of them empty. */
export interface RecordOptions {
  readonly journal?: string | undefined;
  readonly record?: string | undefined;
  readonly branch?: string | undefined;
  readonly tool?: string | undefined;
  readonly outcome?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly follow?: boolean | undefined;
  readonly format?: string | undefined;
  readonly "max-output"?: string | undefined;
  readonly write?: string | undefined;
  readonly "dry-run"?: boolean | undefined;
  readonly rerun?: boolean | undefined;
  readonly workspace?: string | undefined;
  readonly "log-root"?: string | undefined;
  readonly policy?: string | undefined;
  readonly "policy-module"?: string | undefined;
  readonly transaction?: string | undefined;
  readonly workers?: string | undefined;
  readonly redis?: string | undefined;
  readonly queue?: string | undefined;
  readonly call?: string | undefined;
  readonly by?: string | undefined;
  readonly note?: string | undefined;
  readonly arguments?: string | undefined;
  readonly json?: boolean | undefined;
}

export function logCommand({ branch, tool, outcome, since, until, follow, json, ...given }: RecordOptions): LogCommand {
  const source = sourceOf("log", given);
  if (follow && source.kind === "record") throw new UsageError("--follow needs a --journal: a record of JSON lines is read once.");
  return {
    kind: "log",
    source,
    branch: branch ?? null,
    tool: tool ?? null,
    outcome: outcome === undefined ? null : oneOf("outcome", outcomeKinds, outcome),
    since: time("since", since) ?? Number.NEGATIVE_INFINITY,
    until: time("until", until) ?? Number.POSITIVE_INFINITY,
    follow: follow ?? false,
    json: json ?? false,
  };
}

export function historyCommand({ branch, format = "messages", json, "max-output": most, ...given }: RecordOptions): HistoryCommand {
  const source = sourceOf("history", given);
  if (branch === undefined) throw new UsageError("The command history needs a --branch; see --help.");
  return {
    kind: "history",
    source,
    branch,
    format: oneOf("format", historyFormats, format),
    maxOutput: count("max-output", most),
    json: json ?? false,
  };
}

const forRerun = ["workspace", "log-root", "policy", "policy-module"] as const;

export function recoverCommand(options: RecordOptions): RecoverCommand {
  const { journal, branch, rerun, workspace, policy, json, ...given } = options;
  if (journal === undefined) throw new UsageError("The command recover needs a --journal; see --help.");
  const misplaced = rerun ? undefined : forRerun.find((option) => options[option] !== undefined);
  if (misplaced !== undefined) throw new UsageError(`--${misplaced} is for --rerun: without it nothing is run.`);
  return {
    kind: "recover",
    journal,
    branch: branch ?? null,
    rerun: rerun ?? false,
    workspace: workspace ?? null,
    logRoot: given["log-root"] ?? null,
    policy: policy ?? null,
    policyModule: given["policy-module"] ?? null,
    json: json ?? false,
  };
}

function sourceOf(command: string, { journal, record }: RecordOptions): RecordSource {
  if (journal !== undefined) return { kind: "journal", path: journal };
  if (record !== undefined) return { kind: "record", path: record };
  throw new UsageError(`The command ${command} needs a --journal or a --record; see --help.`);
}

function oneOf<const Word extends string>(option: string, words: readonly Word[], given: string): Word {
  const found = words.find((word) => word === given);
  if (found !== undefined) return found;
  throw new UsageError(`--${option} is one of ${words.join(", ")}, not ${JSON.stringify(given)}.`);
}

function count(option: string, given: string | undefined): number | null {
  if (given === undefined) return null;
  if (/^\d{1,15}$/.test(given)) return Number(given);
  throw new UsageError(`--${option} is a whole number, not ${JSON.stringify(given)}.`);
}

function time(option: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const milliseconds = /^\d{4}-\d\d-\d\d(T.+)?$/.test(given) ? Date.parse(given) : Number.NaN;
  if (!Number.isNaN(milliseconds)) return milliseconds;
  throw new UsageError(`--${option} is a date or time such as 2026-01-31 or 2026-01-31T12:00:00Z, not ${JSON.stringify(given)}.`);
}
