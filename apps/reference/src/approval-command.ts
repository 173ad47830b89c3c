import type { JsonObject } from "@acta/governance";
import { jsonObject } from "./json-option.js";
import type { PolicyChoice } from "./load-policy.js";
import type { Places } from "./places.js";
import type { RecordOptions } from "./record-command.js";
import { UsageError } from "./usage-error.js";

export interface ApprovalsCommand {
  readonly kind: "approvals";
  readonly journal: string;
  readonly json: boolean;
}

interface Decide {
  /** Of the approval. */
  readonly id: string;
  readonly by: string;
  readonly note: string | undefined;
  readonly journal: string;
  readonly json: boolean;
}

/** Where the record says the place, these have to agree with it; where it does not, they are needed. */
export interface ApproveCommand extends Decide, PolicyChoice, Places {
  readonly kind: "approve";
  /** Approved in place of what was asked. */
  readonly arguments: JsonObject | undefined;
}

export interface RejectCommand extends Decide {
  readonly kind: "reject";
}

export type DecideCommand = ApproveCommand | RejectCommand;

export function approvalsCommand({ journal, json }: RecordOptions): ApprovalsCommand {
  if (journal === undefined) throw new UsageError("The command approvals needs a --journal; see --help.");
  return { kind: "approvals", journal, json: json ?? false };
}

export function approveCommand(operands: readonly string[], options: RecordOptions): ApproveCommand {
  const decide = decideOf("approve", operands, options);
  const { workspace, policy, arguments: edited } = options;
  return {
    kind: "approve",
    ...decide,
    arguments: edited === undefined ? undefined : jsonObject("arguments", edited),
    workspace: workspace ?? null,
    logRoot: options["log-root"] ?? null,
    policy: policy ?? null,
    policyModule: options["policy-module"] ?? null,
  };
}

export function rejectCommand(operands: readonly string[], options: RecordOptions): RejectCommand {
  return { kind: "reject", ...decideOf("reject", operands, options) };
}

function decideOf(command: string, [id, ...others]: readonly string[], { by, note, journal, json }: RecordOptions): Decide {
  if (id === undefined || id === "" || others.length > 0) throw new UsageError(`The command ${command} takes one ID; see --help.`);
  if (by === undefined) throw new UsageError(`The command ${command} needs to know --by whom; see --help.`);
  if (journal === undefined) throw new UsageError(`The command ${command} needs a --journal; see --help.`);
  return { id, by, note, journal, json: json ?? false };
}
