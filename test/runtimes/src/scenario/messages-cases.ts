import { createActionRequest, createActionResponse, MessageError, MessageManager } from "@acta/messages";
import type { ScenarioCase } from "./scenario-case.js";

export const messagesCases: readonly ScenarioCase[] = [
  {
    name: "messages: a response links to its request, both ways",
    expected: [true, true, 0],
    actual: () => {
      const history = new MessageManager();
      const { message: request } = history.add(createActionRequest({ function: "add", arguments: { a: 1 } }));
      if (request.kind !== "action_request") return "no request";
      const response = createActionResponse({ request, output: 2 });
      history.add(response);
      const now = history.get(request.id);
      const linked = now?.kind === "action_request" && now.content.actionResponseId === response.id;
      return [linked, response.content.actionRequestId === request.id, history.openRequests.length];
    },
  },
  {
    name: "messages: a second, different response is refused",
    expected: "conflicting_response",
    actual: () => {
      const history = new MessageManager();
      const request = createActionRequest({ function: "add", arguments: {} });
      history.add(request);
      history.add(createActionResponse({ request, output: 1 }));
      try {
        return history.add(createActionResponse({ request, output: 2 })).added;
      } catch (error) {
        return MessageError.isInstance(error) && error.code;
      }
    },
  },
];
