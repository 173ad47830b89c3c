import { openaiChat } from "@acta/codecs";

// With @acta/branch: branch.actions.schemas().
const schemas = [
  { name: "files.read", description: "Reads a file.", parameters: { type: "object", properties: { path: { type: "string" } } } },
  { name: "add", description: "Adds two numbers.", parameters: { type: "object" } },
];

const { tools, names } = openaiChat.writeTools(schemas);
console.log(tools.map((tool) => tool.function.name));

// What the model calls by the alias is read under the tool's own name, which is what policies and records see.
const message = { role: "assistant", tool_calls: [{ id: "c1", function: { name: names.aliasOf("files.read"), arguments: "{}" } }] };
console.log(openaiChat.read(message, { names }).map((call) => call.function));

// Anything else stays as it came, and is an unknown tool.
console.log(names.nameOf("files_read"), names.nameOf("constructor"));

// prints: [ 'files_read_0c1yqgun6', 'add' ]
// prints: [ 'files.read' ]
// prints: files_read constructor
