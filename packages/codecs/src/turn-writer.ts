import type { ActionRequest, ActionResponse } from "@acta/messages";
import { type IdentifiedAnswer, toAnswer } from "./answers.js";
import type { Format } from "./format.js";
import { freeName } from "./short-hash.js";
import { wellFormed } from "./well-formed.js";
import type { WriteOptions } from "./write-options.js";

/** The calls of a turn with their answers, under names and ids that the format takes. */
export function turnWriter(format: Format<unknown>, responses: ReadonlyMap<string, ActionResponse>, options: WriteOptions) {
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
