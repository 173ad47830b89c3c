import { freezeJson } from "@acta/governance";
import type { ApproveOptions, Approver } from "./approval.js";
import { aName, anAbortSignal, type Check, type Checks, invalidOptions, isObject, readOptions } from "./option-checks.js";

export const approverChecks: Checks<Approver> = { by: aName, note: { fits: (value) => typeof value === "string", says: "a text" } };

const plainObject: Check = { fits: (value) => isObject(value) && freezeJson(value) !== null, says: "an object of plain JSON" };

export const approveChecks: Checks<ApproveOptions> = {
  ...approverChecks,
  arguments: plainObject,
  attributes: plainObject,
  signal: anAbortSignal,
};

/** A checked copy. Throws `invalid_options`: nobody decides without a name. */
export function checkApprover<Options extends Approver>(given: Options, checks: Checks<Options>): Options {
  const { by, ...options } = readOptions(given, checks);
  if (by === undefined) invalidOptions("the option by is missing");
  return { ...options, by } as Options;
}
