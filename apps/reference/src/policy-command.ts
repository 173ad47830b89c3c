import type { JsonObject } from "@acta/governance";
import { jsonObject } from "./json-option.js";
import type { Places } from "./places.js";
import type { RecordOptions } from "./record-command.js";
import { UsageError } from "./usage-error.js";

export interface CheckCommand extends Places {
  readonly kind: "policy-check";
  readonly file: string;
  readonly json: boolean;
}

export interface ExplainCommand extends Places {
  readonly kind: "policy-explain";
  readonly file: string;
  readonly call: { readonly function: string; readonly arguments: JsonObject };
  readonly json: boolean;
}

export interface SimulateCommand extends Places {
  readonly kind: "policy-simulate";
  readonly policy: string;
  readonly journal: string;
  readonly json: boolean;
}

export function checkCommand(operands: readonly string[], options: RecordOptions): CheckCommand {
  return { kind: "policy-check", file: fileOf("policy check", operands), ...shared(options) };
}

export function explainCommand(operands: readonly string[], options: RecordOptions): ExplainCommand {
  const file = fileOf("policy explain", operands);
  return { kind: "policy-explain", file, call: callOf(options.call), ...shared(options) };
}

export function simulateCommand({ policy, journal, ...options }: RecordOptions): SimulateCommand {
  if (policy === undefined || journal === undefined) {
    throw new UsageError("The command policy simulate needs a --policy and a --journal; see --help.");
  }
  return { kind: "policy-simulate", policy, journal, ...shared(options) };
}

function fileOf(command: string, [file, ...others]: readonly string[]): string {
  if (file === undefined || file === "" || others.length > 0) throw new UsageError(`The command ${command} takes one FILE; see --help.`);
  return file;
}

const shared = ({ workspace, json, ...given }: RecordOptions) => ({
  workspace: workspace ?? null,
  logRoot: given["log-root"] ?? null,
  json: json ?? false,
});

function callOf(text: string | undefined): ExplainCommand["call"] {
  if (text === undefined) throw new UsageError("The command policy explain needs a --call; see --help.");
  const { function: name, arguments: input, ...others } = jsonObject("call", text);
  const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
  if (typeof name !== "string" || !isObject || Object.keys(others).length > 0) {
    throw new UsageError('--call has a function, which is a text, and arguments, an object: {"function":"Read","arguments":{}}.');
  }
  return { function: name, arguments: input as JsonObject };
}
