import type { ActionResponse, Message } from "../message.js";
import type { Finding } from "./finding.js";
import type { Placed } from "./repair.js";

/** The requests of one turn, which follow one another, and then their responses, in any order; or one other message. */
interface Step {
  readonly messages: Message[];
  /** Ids of the requests. */
  readonly requests: Set<string>;
  isAnswering: boolean;
}

/** Puts each response where its turn is answered. One that stands there stays as it is. */
export function inOrder(messages: readonly Placed[], answers: ReadonlyMap<string, Placed<ActionResponse>>) {
  const steps: Step[] = [];
  const stepOf = new Map<string, Step>();
  const placed = new Set<string>();
  const misplaced: Placed<ActionResponse>[] = [];
  const begin = (): Step => {
    const step = { messages: [], requests: new Set<string>(), isAnswering: false };
    steps.push(step);
    return step;
  };

  for (const { message, index } of messages) {
    const last = steps.at(-1);
    if (message.kind === "action_request") {
      const step = last === undefined || last.isAnswering || last.requests.size === 0 ? begin() : last;
      step.messages.push(message);
      step.requests.add(message.id);
      stepOf.set(message.id, step);
    } else if (message.kind === "action_response") {
      const { actionRequestId } = message.content;
      const answer = answers.get(actionRequestId)?.message ?? message;
      if (last?.requests.has(actionRequestId)) {
        last.isAnswering = true;
        last.messages.push(answer);
        placed.add(actionRequestId);
      } else misplaced.push({ message: answer, index });
    } else begin().messages.push(message);
  }
  for (const [requestId, step] of stepOf) {
    const answer = answers.get(requestId);
    if (answer !== undefined && !placed.has(requestId)) step.messages.push(answer.message);
  }
  const findings = misplaced.map(({ message, index }): Finding => ({ code: "misplaced_response", messageId: message.id, index }));
  return { history: Object.freeze(steps.flatMap((step) => step.messages)), findings };
}
