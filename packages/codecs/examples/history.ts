import { anthropicMessages, googleGenerateContent } from "@acta/codecs";
import { createActionRequest, createActionResponse, createMessage, MessageManager } from "@acta/messages";

// With @acta/branch: branch.messages, which has the same `blocks`.
const history = new MessageManager();
history.add(createMessage({ role: "user", content: "Pay the invoice, and tell me the balance." }));
const pay = createActionRequest({ function: "bank.pay", arguments: '{"amount": 80}', correlationId: "call_1" });
const balance = createActionRequest({ function: "balance", arguments: "{}", correlationId: "call_2" });
history.add(pay, { batchId: "turn-1", index: 0 });
history.add(balance, { batchId: "turn-1", index: 1 });
history.add(createActionResponse({ request: balance, output: `${"9".repeat(60)} euros` }));

const { messages } = anthropicMessages.writeHistory(history.blocks, {
  maxOutputLength: 40,
  interim: ({ content }) => `${content.function} waits for an approval.`,
});
for (const { role, content } of messages) for (const block of content) console.log(role, JSON.stringify(block));
console.log(history.openRequests.length, "is still open");

console.log(googleGenerateContent.writeHistory(history.blocks).messages.map(({ role, parts }) => `${role} ${parts.length}`));

// prints: user {"type":"text","text":"Pay the invoice, and tell me the balance."}
// prints: assistant {"type":"tool_use","id":"call_1","name":"bank_pay_wm0s68v4b","input":{"amount":80}}
// prints: assistant {"type":"tool_use","id":"call_2","name":"balance","input":{}}
// prints: user {"type":"tool_result","tool_use_id":"call_1","content":"bank.pay waits for an approval."}
// prints: user {"type":"tool_result","tool_use_id":"call_2","content":"9999999999999999999999999999999999999999\n[cut: the first 40 of 66 characters]"}
// prints: 1 is still open
// prints: [ 'user 1', 'model 2', 'user 2' ]
