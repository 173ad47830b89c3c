export type { AbortSignalLike } from "./abort-signal-like.js";
export { type CallContext, createCallContext, type Effect, type ToolInvocation } from "./call-context.js";
export { canonicalJson, digest } from "./canonical-json.js";
export { combine, evaluateAll, settleAll, strictest } from "./combine.js";
export {
  type Abstain,
  type Allow,
  abstain,
  allow,
  type Decision,
  type Defer,
  type DenialCode,
  type Deny,
  defer,
  deny,
  type Escalate,
  escalate,
  type Obligations,
  type Verdict,
} from "./decision.js";
export { type EvaluateOptions, evaluate } from "./evaluate.js";
export { freezeJson, type JsonLimits } from "./freeze-json.js";
export type { Json, JsonObject } from "./json.js";
export { NotJson } from "./not-json.js";
export { PermissionError } from "./permission-error.js";
export type { DecideOptions, Executed, Gate, Layer, Policy, PolicyLike } from "./policy.js";
export { shadow } from "./shadow.js";
