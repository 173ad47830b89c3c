import {
  aiSdk,
  aiSdkUi,
  anthropicMessages,
  bedrockConverse,
  claudeCode,
  cohereChat,
  googleGenerateContent,
  mcp,
  mistralChat,
  openaiChat,
  openaiResponses,
} from "@acta/codecs";

/** The formats in which a history is written, by their names on the command line. */
export const historyCodecs = {
  "openai-chat": openaiChat,
  "openai-responses": openaiResponses,
  anthropic: anthropicMessages,
  google: googleGenerateContent,
  bedrock: bedrockConverse,
  mistral: mistralChat,
  cohere: cohereChat,
  "ai-sdk": aiSdk,
  "ai-sdk-ui": aiSdkUi,
  mcp,
  "claude-code": claudeCode,
};
