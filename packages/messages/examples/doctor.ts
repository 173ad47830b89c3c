import { createActionRequest, createActionResponse, createMessage } from "@acta/messages";
import { repair } from "@acta/messages/doctor";

// What a process left behind that died while a tool ran, and what somebody wrote into it by hand.
const pay = createActionRequest({ id: "q1", function: "pay", arguments: { amount: 80 } });
const read = createActionRequest({ id: "q2", function: "read", arguments: {} });
const history = [
  pay,
  read,
  createMessage({ id: "m", role: "user", content: "Go on." }),
  createActionResponse({ id: "r2", request: read, output: "12 euros" }),
];

const repaired = repair(history);
for (const { code, messageId } of repaired.findings) console.log(code, messageId);
console.log(repaired.history.map((message) => message.id).join(" "));
console.log(repaired.added.map((message) => message.kind === "action_response" && message.content.error?.message));

// A healthy history is given back as it is.
console.log(repair(repaired.history).history === repaired.history);

// prints: missing_response q1
// prints: wrong_link q2
// prints: misplaced_response r2
// prints: q1 q2 q1/response r2 m
// prints: [ 'The call was interrupted; its outcome is unknown.' ]
// prints: true
