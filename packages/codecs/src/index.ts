export {
  type AiSdkHistoryMessage,
  type AiSdkInput,
  type AiSdkMessage,
  type AiSdkTool,
  type AiSdkToolCall,
  type AiSdkToolMessage,
  type AiSdkToolResult,
  aiSdk,
} from "./ai-sdk.js";
export { type AiSdkUiMessage, type AiSdkUiToolPart, aiSdkUi } from "./ai-sdk-ui.js";
export type { Answerable } from "./answers.js";
export type { AnthropicText, AnthropicToolResult, AnthropicToolUse } from "./anthropic-blocks.js";
export {
  type AnthropicBlock,
  type AnthropicHistoryMessage,
  type AnthropicInput,
  type AnthropicMessage,
  type AnthropicTool,
  type AnthropicToolResultMessage,
  anthropicMessages,
} from "./anthropic-messages.js";
export {
  type BedrockHistoryMessage,
  type BedrockInput,
  type BedrockMessage,
  type BedrockResultMessage,
  type BedrockTool,
  type BedrockToolResult,
  type BedrockToolUse,
  bedrockConverse,
} from "./bedrock-converse.js";
export type { ChatFunctionCall, ChatHistoryMessage, ChatTool, OpenAIChatMessage, OpenAIToolCall } from "./chat-messages.js";
export {
  type ClaudeCodeHistoryLine,
  type ClaudeCodeInput,
  type ClaudeCodeLine,
  type ClaudeCodeResultLine,
  claudeCode,
} from "./claude-code.js";
export type { CallReader, Codec, ProviderCodec } from "./codec.js";
export { CodecError, type CodecErrorCode, type CodecErrorOptions, type Path } from "./codec-error.js";
export {
  type CohereChatInput,
  type CohereHistoryMessage,
  type CohereMessage,
  type CohereToolMessage,
  cohereChat,
} from "./cohere-chat.js";
export {
  type GoogleContent,
  type GoogleFunctionCall,
  type GoogleFunctionResponse,
  type GoogleHistoryContent,
  type GoogleInput,
  type GoogleResultContent,
  type GoogleTool,
  googleGenerateContent,
} from "./google-generate-content.js";
export type { History } from "./history-steps.js";
export {
  type McpInput,
  type McpMessage,
  type McpRequest,
  type McpResponse,
  type McpTool,
  type McpToolResult,
  mcp,
  readMcpResult,
  writeMcpResult,
} from "./mcp.js";
export { type MistralHistoryMessage, type MistralToolMessage, mistralChat } from "./mistral-chat.js";
export type { OpenAICallItem, OpenAICallOutput, OpenAIShellChunk } from "./openai-call-output.js";
export { type OpenAIChatHistoryMessage, type OpenAIChatInput, type OpenAIToolMessage, openaiChat } from "./openai-chat.js";
export {
  type OpenAIResponseItem,
  type OpenAIResponsesHistoryItem,
  type OpenAIResponsesInput,
  type OpenAIResponsesTool,
  openaiResponses,
} from "./openai-responses.js";
export { type ReadTranscriptOptions, readTranscript, readTranscriptValue } from "./read-transcript.js";
export { type SweAgentInput, type SweAgentMessage, sweAgent } from "./swe-agent.js";
export type { RecordedCall, RecordedResult, ToolCall } from "./tool-call.js";
export type { ToolList, ToolSchema, WritableTool } from "./tool-list.js";
export type { ToolNames } from "./tool-names.js";
export type { CallEntry, OtherEntry, ResultEntry, Transcript, TranscriptEntry, Turn } from "./transcript.js";
export type { WrittenHistory } from "./write-history.js";
export type { ReadOptions, WriteOptions } from "./write-options.js";
