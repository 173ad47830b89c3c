import type { Gate, Verdict } from "@acta/governance";
import type { GateSpec } from "../format.js";
import type { Json } from "../json.js";
import { createError } from "../program/errors.js";
import { decode, encode } from "../program/values.js";
import { sameJson } from "../same-json.js";

type Call = Parameters<Gate>[0];

/** The session's gate. Here it hears of calls only; of any other kind it would say true. */
export function buildGate({ mode, applies_to: kind, rule }: GateSpec): Gate {
  const judge = ruling(rule);
  const answer: Gate = (call) => ((kind ?? "ToolInvocation") === "ToolInvocation" ? (judge(call) as Verdict) : true);
  return mode === "async" ? async (call, options) => answer(call, options) : answer;
}

/** What a vector's gate answers may be anything. */
function ruling(rule: GateSpec["rule"]): (call: Call) => unknown {
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
  if ("deny_functions" in rule) return (call) => !rule.deny_functions.includes(call.function);
  const { arg, equals } = rule.deny_if_arg;
  return (call) => !hasArgument(call, arg, equals);
}

function hasArgument(call: Call, arg: string, equals: Json): boolean {
  return Object.hasOwn(call.arguments, arg) && sameJson(encode(call.arguments[arg]), equals);
}
