export {
  type AgentHooks,
  attachHooks,
  chainPostHooks,
  chainPreHooks,
  type PostHook,
  type PreHook,
} from "./shipped/agent-hooks.js";
export { construct, type RecordedCall } from "./shipped/construct.js";
export { Execution, type RecordedExecution } from "./shipped/execution.js";
export { FunctionCalling, type RecordedEvent } from "./shipped/function-calling.js";
export { interruptible } from "./shipped/interruptible.js";
export { invoke } from "./shipped/invoke.js";
export { isDeclaredAsync } from "./shipped/is-declared-async.js";
export { jsonForm } from "./shipped/json-form.js";
export { RecordedError, type RecordedErrorCode, type RecordedErrorType } from "./shipped/recorded-error.js";
export { recordedText } from "./shipped/recorded-text.js";
export type { Parameter, RecordedTool } from "./shipped/recorded-tool.js";
export { isDictionary } from "./shipped/values.js";
