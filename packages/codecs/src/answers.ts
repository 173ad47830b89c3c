import type { ActionResponse } from "@acta/messages";
import { CodecError } from "./codec-error.js";

export interface Answer {
  readonly correlationId: string;
  readonly response: ActionResponse;
}

/** The responses that a provider is told, each with the id of its call. Throws `missing_id`, `duplicate_id`. */
export function answers(responses: readonly ActionResponse[]): readonly Answer[] {
  return withoutRepeats(responses).map((response) => {
    const { correlationId } = response;
    if (correlationId !== null) return { correlationId, response };
    throw new CodecError(
      "missing_id",
      `The response to ${JSON.stringify(response.content.function)} has no correlation id to answer under.`,
    );
  });
}

/** Leaves out responses to a repeated call: the call that ran has answered the id already. Throws `duplicate_id`. */
export function withoutRepeats(responses: readonly ActionResponse[]): readonly ActionResponse[] {
  const answered = new Set<string>();
  return responses.filter(({ correlationId, content }) => {
    if (correlationId === null) return true;
    if (!answered.has(correlationId)) return answered.add(correlationId);
    if (content.error?.code === "duplicate") return false;
    throw new CodecError("duplicate_id", `Two responses answer the id ${JSON.stringify(correlationId)}.`);
  });
}
