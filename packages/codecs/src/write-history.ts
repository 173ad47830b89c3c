import type { ActionRequest, ActionResponse, Message } from "@acta/messages";
import { type IdentifiedAnswer, toAnswer } from "./answers.js";
import { CodecError } from "./codec-error.js";
import type { Format, WritableMessage } from "./format.js";
import { freeName } from "./short-hash.js";
import { withOthers } from "./tool-names.js";
import { wellFormed, wellFormedText } from "./well-formed.js";
import { checkedMaxLength, type WriteOptions } from "./write-options.js";

/**
 * The messages of a history, as they stand there or by what stands together, such as `blocks` of a `MessageManager`: the requests of one block are one turn. Of
 * messages without blocks, requests that directly follow one another are.
 */
export type History = readonly Message[] | readonly (readonly Message[])[];

export interface WrittenHistory<WrittenMessage> {
  /** What the system said, where the provider takes it apart from the conversation; null where it said nothing, or says it in `messages`. */
  readonly system: string | null;
  /** In the provider's shape. They begin as the history begins: some providers want a message of a user first. */
  readonly messages: readonly WrittenMessage[];
}

export function writeHistory<WrittenMessage>(
  format: Format<unknown, WrittenMessage>,
  history: History,
  options: WriteOptions,
): WrittenHistory<WrittenMessage> {
  checkedMaxLength(options);
  const messages = history.flat();
  const responses = pairUp(messages);
  const system: string[] = [];
  const written: WrittenMessage[] = [];
  const write = (message: WrittenMessage) => {
    const last = written.at(-1);
    const joined = last === undefined ? null : (format.join?.(last, message) ?? null);
    const bridge = last === undefined ? null : (format.bridge?.(last, message) ?? null);
    if (joined !== null) written[written.length - 1] = joined;
    else written.push(...(bridge === null ? [message] : [bridge, message]));
  };
  const toTurn = turnWriter(format, responses, { ...options, names: namesFor(messages, format, options) });
  for (const step of stepsOf(history)) {
    if (Array.isArray(step)) {
      const turn = toTurn(step);
      if (turn.length > 0) format.writeTurn(turn).forEach(write);
      continue;
    }
    const message = toWritable(step);
    if (message === null) continue;
    if (message.role === "system" && format.hasSystemApart) system.push(message.text);
    else {
      const plain = format.writeMessage(message);
      if (plain !== null) write(plain);
    }
  }
  return { system: system.length === 0 ? null : system.join("\n\n"), messages: written };
}

type Plain = Exclude<Message, ActionRequest | ActionResponse>;

/** All responses first, because they may stand anywhere. Throws `broken_history` for what no provider takes and nobody can guess. */
function pairUp(messages: readonly Message[]): ReadonlyMap<string, ActionResponse> {
  const requests = new Map<string, ActionRequest>();
  const responses = new Map<string, ActionResponse>();
  for (const message of messages) {
    if (message.kind === "action_request") {
      if (requests.has(message.id)) throw broken(`The request ${message.id} is in it twice.`);
      requests.set(message.id, message);
    } else if (message.kind === "action_response") {
      const { actionRequestId } = message.content;
      if (responses.has(actionRequestId)) throw broken(`The request ${actionRequestId} has two responses.`);
      responses.set(actionRequestId, message);
    }
  }
  for (const id of responses.keys()) if (!requests.has(id)) throw broken(`The request ${id}, which has a response, is not in it.`);
  for (const { id, content } of requests.values()) {
    if (content.actionResponseId !== null && !responses.has(id)) throw broken(`The response to the request ${id} is not in it.`);
  }
  return responses;
}

function broken(what: string): CodecError {
  return new CodecError("broken_history", `The history cannot be written. ${what}`);
}

/** Turns, and the messages between them. */
function* stepsOf(history: History): Generator<Plain | ActionRequest[], void, void> {
  for (const block of inBlocks(history)) {
    let turn: ActionRequest[] = [];
    for (const message of block) {
      if (message.kind === "action_request") turn.push(message);
      else if (message.kind === "message") {
        if (turn.length > 0) yield turn;
        turn = [];
        yield message;
      }
    }
    if (turn.length > 0) yield turn;
  }
}

function* inBlocks(history: History): Generator<readonly Message[], void, void> {
  let run: Message[] = [];
  for (const each of history) {
    if ("kind" in each && each.kind === "action_request") {
      run.push(each);
      continue;
    }
    if (run.length > 0) yield run;
    run = [];
    yield "kind" in each ? [each] : each;
  }
  if (run.length > 0) yield run;
}

function namesFor(messages: readonly Message[], { accepts }: Format<unknown>, { names }: WriteOptions) {
  const called = messages.flatMap((message) => (message.kind === "action_request" ? [message.content.function] : []));
  return withOthers(names, called, accepts.functionName);
}

/** The calls of a turn with their answers, under names and ids that the format takes. */
function turnWriter(format: Format<unknown>, responses: ReadonlyMap<string, ActionResponse>, options: WriteOptions) {
  const { accepts } = format;
  const taken = new Set<string>();
  const identify = (request: ActionRequest): IdentifiedAnswer => {
    const answer = toAnswer(responses.get(request.id) ?? request, options);
    const given = request.correlationId;
    const isFree = given !== null && accepts.callId.test(given) && !taken.has(given);
    const correlationId = isFree ? given : freeName(`${given}\n${request.id}`, taken, (hash) => hash);
    taken.add(correlationId);
    return { ...answer, correlationId, isIdNew: !isFree, arguments: wellFormed(answer.arguments) };
  };
  return (requests: readonly ActionRequest[]) => {
    const ids = new Set<string>();
    return requests.filter((request) => !isRepeat(request, responses.get(request.id), ids)).map(identify);
  };
}

/** What a model wrote twice was called once: the second was skipped. */
function isRepeat({ correlationId }: ActionRequest, response: ActionResponse | undefined, ids: Set<string>): boolean {
  if (correlationId === null) return false;
  if (ids.has(correlationId) && response?.content.error?.code === "duplicate") return true;
  ids.add(correlationId);
  return false;
}

const roles: ReadonlyMap<string, WritableMessage["role"]> = new Map([
  ["system", "system"],
  ["developer", "system"],
  ["assistant", "assistant"],
]);

/** A role of the host's own is written as the user's. Null for blank text, which providers refuse. */
function toWritable({ id, createdAt, role, content }: Plain): WritableMessage | null {
  const text = wellFormedText(typeof content === "string" ? content : JSON.stringify(content));
  return text.trim() === "" ? null : { id, createdAt, role: roles.get(role) ?? "user", text };
}
