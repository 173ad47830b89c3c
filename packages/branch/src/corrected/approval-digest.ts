import { type Tool, toolSchema } from "@acta/actions";
import { digest, type Json, type JsonObject, type PolicyLike } from "@acta/governance";
import { policiesOf } from "./authorize.js";
import type { Call } from "./call.js";

/**
 * What an approval is bound to: the arguments, the tool as it is described, and the policies by id and version. Another one voids it. What cannot
 * be described is equal to nothing, so that nobody can approve it.
 */
export async function approvalDigest(call: Call, input: JsonObject): Promise<string> {
  try {
    return await digest({ arguments: input, tool: call.tool && describe(call.tool), policies: policiesOf(call).map(nameOf) });
  } catch {
    return digest(call.act.scope.runtime.id());
  }
}

function describe(tool: Tool): Json {
  const { name, description, effect = "unsafe", executor = null } = tool;
  return { name, description, effect, executor, parameters: parametersOf(tool) };
}

/** A schema that cannot describe itself cannot be compared. */
function parametersOf(tool: Tool): Json {
  try {
    return toolSchema(tool).parameters;
  } catch {
    return null;
  }
}

const nameOf = (policy: PolicyLike): Json => (typeof policy === "function" ? "gate" : [String(policy.id), String(policy.version ?? "")]);
