import type { JsonObject } from "@acta/governance";
import type { OutcomeCode } from "./outcome.js";

/** Who refused, for codes that no policy gave. */
const deniers: { readonly [code in OutcomeCode]?: string } = {
  permission_denied: "denied by permission policy",
  pre_hook_failed: "denied by a tool.pre guard",
  pre_hook_invalid: "denied by a tool.pre guard",
  pre_hook_timeout: "denied by a tool.pre guard",
  escalation_refused: "denied by approval",
  escalation_failed: "denied by approval",
  escalation_timeout: "denied by approval",
  escalation_expired: "denied by approval",
  journal_unavailable: "denied: journal unavailable",
};

/** What a model is told of a denied call. (ADR-0012 D2) */
export function denialOutput(code: OutcomeCode, name: string): JsonObject {
  return Object.freeze({ error: deniers[code] ?? "denied by governance gate", function: name });
}
