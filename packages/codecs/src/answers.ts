import type { ActionError, ActionRequest, ActionResponse, Json } from "@acta/messages";
import { CodecError } from "./codec-error.js";
import { cutText } from "./cut-text.js";
import { responseText } from "./response-text.js";
import { wellFormed, wellFormedText } from "./well-formed.js";
import { checkedMaxLength, defaultInterim, type WriteOptions } from "./write-options.js";

/** What a provider is told of one call: a response, or what stands in for one. Text and output are within the limit. */
export interface Answer {
  /** Of the response message. */
  readonly id: string;
  readonly createdAt: number;
  /** The id that pairs it with its call. */
  readonly correlationId: string | null;
  /** As the provider knows the tool. */
  readonly name: string;
  /** As asked. */
  readonly arguments: Json;
  /** A text where it had to be cut. */
  readonly output: Json;
  readonly error: ActionError | null;
  /** What the model reads, where the format takes text. */
  readonly text: string;
}

/** An answer of a format that pairs by ids. */
export interface IdentifiedAnswer extends Answer {
  readonly correlationId: string;
  /** True where the id is not the one that the call came with. */
  readonly isIdNew: boolean;
}

/** What can be told of a call: its response, or the request where there is none yet. */
export type Answerable = ActionResponse | ActionRequest;

/** The answers that a provider is told. Throws `duplicate_id`, `invalid_options`. */
export function toAnswers(messages: readonly Answerable[], options: WriteOptions): readonly Answer[] {
  return withoutRepeats(messages).map((message) => toAnswer(message, options));
}

export function toAnswer(message: Answerable, options: WriteOptions): Answer {
  return message.kind === "action_response" ? finalAnswer(message, options) : interimAnswer(message, options);
}

function finalAnswer(response: ActionResponse, options: WriteOptions): Answer {
  const maxLength = checkedMaxLength(options);
  const { id, createdAt, correlationId, content } = response;
  const whole = wellFormedText(responseText(response));
  const text = cutText(whole, maxLength);
  const error = content.error && { ...content.error, message: cutText(wellFormedText(content.error.message), maxLength) };
  const speaksByError = content.error !== null && content.output === null;
  const output = speaksByError ? null : text === whole ? wellFormed(content.output) : text;
  return { id, createdAt, correlationId, ...called(response, options), output, error, text };
}

function interimAnswer(request: ActionRequest, options: WriteOptions): Answer {
  const text = (options.interim ?? defaultInterim)(request);
  if (typeof text !== "string") throw new CodecError("invalid_options", "The interim answer to a request is text.");
  const { id, createdAt, correlationId } = request;
  const shown = cutText(wellFormedText(text), checkedMaxLength(options));
  return { id: `${id}/interim`, createdAt, correlationId, ...called(request, options), output: shown, error: null, text: shown };
}

function called({ content }: Answerable, { names }: WriteOptions): Pick<Answer, "name" | "arguments"> {
  return { name: names?.aliasOf(content.function) ?? content.function, arguments: content.arguments };
}

/** Throws `missing_id`. */
export function identified(answers: readonly Answer[]): readonly IdentifiedAnswer[] {
  return answers.map((answer) => {
    const { correlationId } = answer;
    if (correlationId !== null) return { ...answer, correlationId, isIdNew: false };
    throw new CodecError("missing_id", `The response to ${JSON.stringify(answer.name)} has no correlation id to answer under.`);
  });
}

/** Leaves out responses to a repeated call: the call that ran has answered the id already. Throws `duplicate_id`. */
export function withoutRepeats(messages: readonly Answerable[]): readonly Answerable[] {
  const answered = new Set<string>();
  return messages.filter((message) => {
    const { correlationId } = message;
    if (correlationId === null) return true;
    if (!answered.has(correlationId)) return answered.add(correlationId);
    if (message.kind === "action_response" && message.content.error?.code === "duplicate") return false;
    throw new CodecError("duplicate_id", `Two responses answer the id ${JSON.stringify(correlationId)}.`);
  });
}
