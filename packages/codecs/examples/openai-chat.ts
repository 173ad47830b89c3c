import { CodecError, openaiChat } from "@acta/codecs";
import { createActionRequest, createActionResponse } from "@acta/messages";

// What the provider answered.
const completion = {
  choices: [
    {
      message: {
        role: "assistant",
        tool_calls: [
          { id: "call_1", type: "function", function: { name: "add", arguments: '{"a": 1, "b": 2}' } },
          { id: "call_2", type: "function", function: { name: "read", arguments: '{"path": "ledger.txt"}' } },
        ],
      },
    },
  ],
};

// With @acta/branch: const responses = await branch.act(calls).
const calls = openaiChat.read(completion);
console.log(calls.map((call) => `${call.function} ${call.arguments}`));

const [add, read] = calls.map((call) => createActionRequest(call));
if (add === undefined || read === undefined) throw new Error("The completion has two calls.");
const responses = [
  createActionResponse({ request: add, output: { sum: 3 } }),
  createActionResponse({ request: read, output: null, error: { code: "tool_failed", message: "There is no ledger.txt." } }),
];

for (const message of openaiChat.write(responses)) console.log(JSON.stringify(message));

try {
  openaiChat.read([{ id: "call_3", function: JSON.parse('{"arguments": "{}"}') }]);
} catch (error) {
  console.log(CodecError.isInstance(error) && `${error.code}: ${error.message}`);
}

// prints: [ 'add {"a": 1, "b": 2}', 'read {"path": "ledger.txt"}' ]
// prints: {"role":"tool","tool_call_id":"call_1","content":"{\"sum\":3}"}
// prints: {"role":"tool","tool_call_id":"call_2","content":"There is no ledger.txt."}
// prints: malformed_call: The call at [0] has no name, or one that is not text.
