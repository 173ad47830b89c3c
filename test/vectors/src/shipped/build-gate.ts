import { FunctionCalling } from "@acta/actions/shipped";
import type { Gate } from "@acta/governance";
import type { GateSpec } from "../format.js";
import { isObject } from "../json.js";
import { createError } from "../program/errors.js";
import { decode, encode } from "../program/values.js";
import { sameJson } from "../same-json.js";
import { describeInvocation } from "./describe.js";
import { describeError } from "./errors.js";
import type { Heard } from "./scene.js";

/** One function, asked about every payload; of a kind that its rule is not for it says true. */
export function buildGate({ mode, applies_to: applies, rule }: GateSpec, heard: Heard): Gate {
  const judge = ruling(rule);
  const answer = (payload: unknown): unknown => {
    const kind = kindOf(payload);
    const seen = { payload_kind: kind, payload: kind === "ToolInvocation" ? describeInvocation(payload) : undefined };
    try {
      const verdict = applies === undefined || applies === null || applies === kind ? judge(payload) : true;
      heard.trace.add("gate", { ...seen, verdict: encode(verdict) });
      return verdict;
    } catch (error) {
      heard.trace.add("gate", { ...seen, raised: describeError(error) });
      throw error;
    }
  };
  return (mode === "async" ? async (payload: unknown) => answer(payload) : answer) as Gate;
}

function kindOf(payload: unknown): string {
  if (payload instanceof FunctionCalling) return "FunctionCalling";
  if (!isObject(payload)) return "null";
  if (payload.kind === "action_request") return "ActionRequest";
  return payload.kind === "action_response" ? "ActionResponse" : "ToolInvocation";
}

function ruling(rule: GateSpec["rule"]): (payload: unknown) => unknown {
  if ("verdict" in rule) {
    const verdict = decode(rule.verdict);
    return () => verdict;
  }
  if ("raise" in rule) {
    const error = createError(rule.raise);
    return () => {
      throw error;
    };
  }
  if ("deny_functions" in rule)
    return (payload) => !rule.deny_functions.includes((field(payload, "function") as string | undefined) ?? null);
  const { arg, equals } = rule.deny_if_arg;
  return (payload) => {
    const args = field(payload, "arguments");
    return !(isObject(args) && Object.hasOwn(args, arg) && sameJson(encode(args[arg]), equals));
  };
}

/** Of a message, what its content has. */
function field(payload: unknown, name: string): unknown {
  if (payload instanceof FunctionCalling) return name === "function" ? payload.function : payload.arguments;
  if (!isObject(payload)) return undefined;
  return isObject(payload.content) ? payload.content[name] : payload[name];
}
