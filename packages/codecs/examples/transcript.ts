import { readTranscript } from "@acta/codecs";

// A session log, one JSON value a line. In a program: await readFile(path, "utf8").
const log = [
  { type: "user", cwd: "/project", message: { role: "user", content: "Run the tests." } },
  {
    type: "assistant",
    message: { role: "assistant", content: [{ type: "tool_use", id: "t1", name: "Bash", input: { command: "npm test" } }] },
  },
  { type: "user", message: { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: "1 failed", is_error: true }] } },
]
  .map((line) => JSON.stringify(line))
  .join("\n");

const transcript = readTranscript(log);
console.log(transcript.format, transcript.cwd);

for (const turn of transcript.turns) {
  for (const call of turn.calls) console.log(call.function, JSON.stringify(call.arguments), call.recordedResult);
}
console.log(transcript.entries.map((entry) => entry.kind));

// prints: claude-code /project
// prints: Bash {"command":"npm test"} { output: '1 failed', isError: true }
// prints: [ 'other', 'call', 'result' ]
