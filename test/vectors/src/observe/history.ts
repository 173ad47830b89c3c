import type { Message } from "@acta/messages";
import type { Json } from "../json.js";
import { encode } from "../program/values.js";
import type { Item } from "./items.js";

/** Requests and responses, in order; `item` and `answers` are places in the list of requests that `act` was given. */
export function observeHistory(messages: readonly Message[], items: readonly Item[]): Json {
  const placeOf = (requestId: string) => {
    const place = items.findIndex((item) => item.requestId === requestId);
    return place === -1 ? null : place;
  };
  const observe = (message: Message): readonly Json[] => {
    switch (message.kind) {
      case "message":
        return [];
      case "action_request":
        return [{ role: "request", function: message.content.function, error: false, answers: null, item: placeOf(message.id) }];
      case "action_response": {
        const { function: name, output, error, actionRequestId } = message.content;
        return [{ role: "response", function: name, output: encode(output), error: error !== null, answers: placeOf(actionRequestId) }];
      }
    }
  };
  return messages.flatMap(observe);
}
