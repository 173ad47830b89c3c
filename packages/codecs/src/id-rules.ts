/** What providers take as the id of a call, in a history that they did not all write. An id that is made here is accepted by every one of them. */

/** OpenAI Chat Completions: at most 40 characters. */
export const openaiChat = /^[\x21-\x7e]{1,40}$/;

/** OpenAI Responses, and wherever nothing is said: at most 64. */
export const common = /^[\x21-\x7e]{1,64}$/;

/** Anthropic: letters, digits, `_` and `-`. */
export const anthropic = /^[a-zA-Z0-9_-]{1,256}$/;

/** Bedrock Converse: the same, at most 64. */
export const bedrock = /^[a-zA-Z0-9_-]{1,64}$/;

/** Mistral: nine letters and digits. */
export const mistral = /^[a-zA-Z0-9]{9}$/;
