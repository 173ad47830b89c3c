import { z } from "zod";
import { permissions as policyFormat } from "../../format.js";
import type { Json } from "../../json.js";
import type { Operation } from "../../operations/operation.js";
import { parse } from "../../parse.js";
import { decodeFields, encode } from "../../program/values.js";
import { buildPolicy, describeDecision } from "../build-agent.js";
import { describeError } from "../errors.js";
import { Trace } from "../trace.js";

const call = z.strictObject({ tool: z.string(), action: z.string(), args: z.record(z.string(), z.json()) });
const checkWhen = z.strictObject({ op: z.literal("permission_check"), policy: policyFormat, checks: z.array(call) });
const hookWhen = z.strictObject({ op: z.literal("permission_hook"), policy: policyFormat, call });

type Args = Parameters<typeof decodeFields>[0];

export const permissionCheck: Operation = async (_, when) => {
  const spec = parse(checkWhen, when, "when");
  const policy = buildPolicy(spec.policy, new Trace());
  return {
    checks: spec.checks.map(({ tool, action, args }): Json => {
      const asked = { tool, action, args: args as Json };
      try {
        return { call: asked, decision: describeDecision(policy.check(tool, action, decodeFields(args as Args))) };
      } catch (error) {
        return { call: asked, raised: describeError(error) };
      }
    }),
  };
};

export const permissionHook: Operation = async (_, when) => {
  const { policy, call: asked } = parse(hookWhen, when, "when");
  const trace = new Trace();
  const hook = buildPolicy(policy, trace).toPreHook();
  try {
    const returned = await hook(asked.tool, asked.action, decodeFields(asked.args as Args));
    return { returned: encode(returned), raised: null, trace: trace.steps };
  } catch (error) {
    return { returned: null, raised: describeError(error), trace: trace.steps };
  }
};
