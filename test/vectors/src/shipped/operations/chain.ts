import { chainPostHooks, chainPreHooks } from "@acta/actions/shipped";
import { chainWhen } from "../../format.js";
import type { Operation } from "../../operations/operation.js";
import { parse } from "../../parse.js";
import { decode, encode } from "../../program/values.js";
import { buildAgentHook } from "../build-agent.js";
import { describeError } from "../errors.js";
import { Trace } from "../trace.js";

type Fields = { readonly [key: string]: unknown };

/** The chain that the factory makes of an agent's hooks. */
export const chain: Operation = async (_, when) => {
  const spec = parse(chainWhen, when, "when");
  const trace = new Trace();
  const hooks = (list: readonly Parameters<typeof buildAgentHook>[0][], phase: string) =>
    list.map((hook) => buildAgentHook(hook, phase, trace));
  const chained =
    "phase" in spec
      ? chainPostHooks(spec.tool, hooks(spec.hooks, "post"))
      : chainPreHooks(spec.tool, hooks(spec.security, "security_pre"), hooks(spec.user, "pre"));
  if (chained === undefined) return { chain: null };
  try {
    const returned: unknown = await chained(decode(spec.input) as Fields);
    return { returned: encode(returned), raised: null, trace: trace.steps };
  } catch (error) {
    return { returned: null, raised: describeError(error), trace: trace.steps };
  }
};
