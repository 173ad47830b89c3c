// biome-ignore-all lint/suspicious/noExplicitAny: what goes out has a shape for each provider, and is judged as they would judge it.
import {
  aiSdk,
  aiSdkUi,
  anthropicMessages,
  bedrockConverse,
  type Codec,
  claudeCode,
  cohereChat,
  googleGenerateContent,
  mcp,
  mistralChat,
  openaiChat,
  openaiResponses,
  type ProviderCodec,
} from "../src/index.js";

type Any = any;

/** Every codec of a provider that takes a list of tools. */
export const providers: readonly ProviderCodec<Any, Any, Any, Any>[] = [
  aiSdk,
  anthropicMessages,
  bedrockConverse,
  cohereChat,
  googleGenerateContent,
  mcp,
  mistralChat,
  openaiChat,
  openaiResponses,
];

/** Every codec that writes. */
export const codecs: readonly Codec<Any, Any, Any>[] = [...providers, aiSdkUi, claudeCode];

export const named = <Named extends { readonly name: string }>(list: readonly Named[]) => list.map((each) => [each.name, each] as const);
