export { ActionManager } from "./action-manager.js";
export { parseArguments, validateArguments } from "./arguments.js";
export { ActionError, CallLost, DeclaredFailure, InvalidArguments, type Issue, NotAdmitted, NotExecuted, ToolNotFound } from "./errors.js";
export { type Admission, type Admit, type CallPhase, FunctionCalling, type FunctionCallingInit } from "./function-calling.js";
export {
  type AgentProcessors,
  type PostProcessor,
  type Processor,
  type Processors,
  type ProcessorTable,
  withProcessors,
} from "./processors.js";
export {
  type CallMap,
  type CallsOf,
  defineTool,
  type InputOf,
  type PlainData,
  type Running,
  type Tool,
  type ToolContext,
  type ToolLimits,
} from "./tool.js";
export { type ToolSchema, toolSchema } from "./tool-schema.js";
