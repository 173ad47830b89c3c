import { createActionRequest, createActionResponse, createMessage, MessageError, MessageManager } from "@acta/messages";

const history = new MessageManager();
history.add(createMessage({ role: "system", content: "Be brief." }));
history.add(createMessage({ role: "user", content: "Add one and two." }));

const request = createActionRequest({ function: "add", arguments: { a: 1, b: 2 } });
history.add(request);
console.log("open:", history.openRequests.length);

history.add(createActionResponse({ request, output: 3 }));
console.log(history.window(3).map((message) => message.kind));
console.log(history.window(2).map((message) => message.kind));

try {
  history.add(createActionResponse({ request, output: 4 }));
} catch (error) {
  console.log(MessageError.isInstance(error) && error.code);
}

// prints: open: 1
// prints: [ 'message', 'action_request', 'action_response' ]
// prints: [ 'message' ]
// prints: conflicting_response
