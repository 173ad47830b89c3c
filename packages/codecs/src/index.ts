export type { AnthropicToolResult } from "./anthropic-blocks.js";
export {
  type AnthropicBlock,
  type AnthropicInput,
  type AnthropicMessage,
  type AnthropicToolResultMessage,
  anthropicMessages,
} from "./anthropic-messages.js";
export { type ClaudeCodeInput, type ClaudeCodeLine, type ClaudeCodeResultLine, claudeCode } from "./claude-code.js";
export type { Codec } from "./codec.js";
export { CodecError, type CodecErrorCode, type CodecErrorOptions, type Path } from "./codec-error.js";
export type { OpenAICallOutput, OpenAIShellChunk } from "./openai-call-output.js";
export { type OpenAIChatInput, type OpenAIChatMessage, type OpenAIToolCall, type OpenAIToolMessage, openaiChat } from "./openai-chat.js";
export { type OpenAIResponseItem, type OpenAIResponsesInput, openaiResponses } from "./openai-responses.js";
export { type ReadTranscriptOptions, readTranscript, readTranscriptValue } from "./read-transcript.js";
export type { RecordedCall, RecordedResult, ToolCall } from "./tool-call.js";
export type { CallEntry, OtherEntry, ResultEntry, Transcript, TranscriptEntry, Turn } from "./transcript.js";
