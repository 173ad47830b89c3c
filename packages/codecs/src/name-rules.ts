/** What providers take as the name of a function. An alias is accepted by every one of them. */

/** OpenAI, Bedrock, Mistral: letters, digits, `_` and `-`, at most 64. */
export const common = /^[a-zA-Z0-9_-]{1,64}$/;

/** Anthropic: the same, at most 128. */
export const anthropic = /^[a-zA-Z0-9_-]{1,128}$/;

/** Google: no digit or `-` first. Its newer APIs take `.` and `:` too, the older ones do not. */
export const google = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/;

/** Cohere: letters, digits and `_`, no digit first. */
export const cohere = /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/;

/** Model Context Protocol: letters, digits, `_`, `-` and `.`, at most 128. */
export const mcp = /^[a-zA-Z0-9_.-]{1,128}$/;

/** The AI SDK keeps tools as members of an object; the providers behind it have the common rule. */
export const aiSdk = /^(?!__proto__$)[a-zA-Z0-9_-]{1,64}$/;
