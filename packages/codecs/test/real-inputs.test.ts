import { type ActionResponse, createActionRequest, createActionResponse, type Json, type Message } from "@acta/messages";
import { describe, expect, test } from "vitest";
import {
  type AnthropicInput,
  anthropicMessages,
  bedrockConverse,
  claudeCode,
  googleGenerateContent,
  type OpenAIChatInput,
  type OpenAIResponsesInput,
  openaiChat,
  openaiResponses,
  readTranscript,
  readTranscriptValue,
  type ToolCall,
  type Transcript,
} from "../src/index.js";
import { answer, failure } from "./answer.js";
import { codecs, named } from "./codecs.js";
import { problemsOf, withoutLastAnswer } from "./provider-rules.js";
import { hasRealInputs, realFiles, realText, realValue } from "./real-inputs.js";

const responses = (calls: readonly ToolCall[]): readonly ActionResponse[] =>
  calls.map((call, index) => (index === 1 ? answer(call, null, failure) : answer(call, { index })));
const ids = (calls: readonly ToolCall[]) => calls.map((call) => call.correlationId);

describe.skipIf(!hasRealInputs)("recorded provider responses", () => {
  test.each([
    ["openai-chat-deepseek", "call_00_9V0vrf86Pc9aelHCJMZqnJBo", '{"location": "San Francisco"}'],
    ["openai-chat-groq", "ax9fskhev", "{}"],
    ["openai-chat-xai", "call_46427107", '{"location":"San Francisco"}'],
  ])("%s: read, answered, and paired again", (name, id, given) => {
    const completion = realValue(`provider-responses/${name}.json`) as {
      readonly choices: readonly [{ readonly message: { readonly role: string } }];
    };
    const calls = openaiChat.read(completion as OpenAIChatInput);
    expect(calls).toEqual([{ function: "weather", arguments: given, correlationId: id }]);
    expect(readTranscriptValue(completion).format).toBe("openai-chat");
    const conversation = [completion.choices[0].message, ...openaiChat.write(responses(calls))];
    expect(openaiChat.read(conversation)).toEqual([]);
    expect(openaiChat.readTranscript(conversation).calls).toEqual([
      { ...calls[0], recordedResult: { output: '{"index":0}', isError: null } },
    ]);
  });

  test.each([
    ["openai-responses-parallel", "parallel", "call_parallel", "function_call_output"],
    ["openai-responses-custom", "write_sql", "call_custom_sql_001", "custom_tool_call_output"],
    ["openai-responses-shell", "shell", "call_udkLUvR8lWvG8cDO2B6GNpvZ", "shell_call_output"],
  ])("%s: read, answered by the matching item, and paired again", (name, tool, id, type) => {
    const response = realValue(`provider-responses/${name}.json`) as { readonly output: readonly { readonly type: string }[] };
    const calls = openaiResponses.read(response as OpenAIResponsesInput);
    expect(calls).toEqual([{ function: tool, arguments: expect.anything(), correlationId: id }]);
    expect(readTranscriptValue(response).format).toBe("openai-responses");
    const written = openaiResponses.write(responses(calls));
    expect(written).toEqual([expect.objectContaining({ type, call_id: id })]);
    const items = [...response.output, ...written];
    expect(openaiResponses.read(items)).toEqual([]);
    expect(openaiResponses.readTranscript(items).calls[0]?.recordedResult?.output).toEqual(written[0]?.output);
  });

  test("the arguments of custom and shell calls are objects, those of functions are text", () => {
    const read = (name: string) =>
      openaiResponses.read(realValue(`provider-responses/openai-responses-${name}.json`) as OpenAIResponsesInput)[0]?.arguments;
    expect(read("custom")).toEqual({ input: "SELECT * FROM users WHERE age > 25" });
    expect(read("shell")).toMatchObject({
      commands: [expect.any(String), expect.any(String), expect.any(String)],
      max_output_length: 9907,
    });
    expect(JSON.parse(read("parallel") as string)).toHaveProperty("tool_uses");
  });

  test.each([
    ["anthropic-messages-1", [["weather", "toolu_01PQjhxo3eirCdKNvCJrKc8f"]]],
    ["anthropic-messages-no-args", [["updateIssueList", "toolu_01LRmxn9vGM1d2DZSDBowdZ1"]]],
    [
      "anthropic-programmatic-tool-calling",
      [
        ["rollDie", "toolu_01PMcE1JBKCeLjn83cgUCvR5"],
        ["rollDie", "toolu_01MZf5QJ1EQyd2yGyeLzBxAS"],
        ["rollDie", "toolu_01T7Upuuv8C71nq7DZ9ZPNQW"],
        ["rollDie", "toolu_016Da1tDet9Bf7dAdYTkF5Ar"],
      ],
    ],
  ])("%s: read, answered in one message, and paired again", (name, expected) => {
    const message = realValue(`provider-responses/${name}.json`) as {
      readonly role: string;
      readonly content: readonly { readonly type: string }[];
    };
    const calls = anthropicMessages.read(message as AnthropicInput);
    expect(calls.map((call) => [call.function, call.correlationId])).toEqual(expected);
    expect(readTranscriptValue(message).format).toBe("anthropic-messages");
    const conversation = [message, anthropicMessages.write(responses(calls))];
    expect(anthropicMessages.read(conversation)).toEqual([]);
    const transcript = anthropicMessages.readTranscript(conversation);
    expect(transcript.turns).toHaveLength(1);
    expect(transcript.calls.map((call) => [call.correlationId, call.recordedResult?.isError])).toEqual(
      expected.map(([, id], index) => [id, index === 1]),
    );
  });

  test("what the provider ran itself is kept and not called", () => {
    const transcript = readTranscript(realText("provider-responses/anthropic-programmatic-tool-calling.json"));
    expect(transcript.entries.map((entry) => (entry.kind === "other" ? (entry.raw as { type: string }).type : entry.kind))).toEqual([
      "text",
      "server_tool_use",
      "call",
      "call",
      "call",
      "call",
      "code_execution_tool_result",
      "text",
    ]);
  });

  test("bedrock-converse: read, answered in one message, and paired again", () => {
    const response = realValue("provider-responses/bedrock-converse.json") as {
      readonly output: { readonly message: { readonly role: string } };
    };
    const calls = bedrockConverse.read(response);
    expect(calls).toEqual([{ function: "bash", arguments: { command: "ls -l" }, correlationId: "tool-use-id" }]);
    const conversation = [response.output.message, bedrockConverse.write(responses(calls))];
    expect(bedrockConverse.read(conversation)).toEqual([]);
    expect(bedrockConverse.readTranscript(conversation).calls[0]?.recordedResult).toEqual({
      output: [{ json: { index: 0 } }],
      isError: false,
    });
  });

  test("google-generate-content: read without an id, answered, and paired again by order", () => {
    const response = realValue("provider-responses/google-generate-content.json") as {
      readonly candidates: readonly [{ readonly content: object }];
    };
    const calls = googleGenerateContent.read(response);
    expect(calls).toEqual([{ function: "weather", arguments: { location: "San Francisco" }, correlationId: null }]);
    const conversation = [response.candidates[0].content, googleGenerateContent.write(responses(calls))];
    expect(googleGenerateContent.read(conversation)).toEqual([]);
    expect(googleGenerateContent.readTranscript(conversation).calls[0]?.recordedResult).toEqual({
      output: { output: { index: 0 } },
      isError: null,
    });
  });
});

/** Every file, with its format, its turns and its calls. */
const files: Readonly<Record<string, readonly [format: string, turns: number, calls: number]>> = {
  "provider-responses/anthropic-messages-1.json": ["anthropic-messages", 1, 1],
  "provider-responses/anthropic-messages-no-args.json": ["anthropic-messages", 1, 1],
  "provider-responses/anthropic-programmatic-tool-calling.json": ["anthropic-messages", 1, 4],
  "provider-responses/bedrock-converse.json": ["bedrock-converse", 1, 1],
  "provider-responses/google-generate-content.json": ["google-generate-content", 1, 1],
  "provider-responses/openai-chat-deepseek.json": ["openai-chat", 1, 1],
  "provider-responses/openai-chat-groq.json": ["openai-chat", 1, 1],
  "provider-responses/openai-chat-xai.json": ["openai-chat", 1, 1],
  "provider-responses/openai-responses-custom.json": ["openai-responses", 1, 1],
  "provider-responses/openai-responses-parallel.json": ["openai-responses", 1, 1],
  "provider-responses/openai-responses-shell.json": ["openai-responses", 1, 1],
  "transcripts/claude-code-1.jsonl": ["claude-code", 2, 2],
  "transcripts/claude-code-web-session.json": ["claude-code", 12, 12],
  "transcripts/swe-agent-function-calling.traj.json": ["swe-agent", 11, 11],
};

/** The history that a branch would have of a transcript: a block for each turn, with what the file says that came of it. */
function historyOf({ turns }: Transcript): readonly (readonly Message[])[] {
  return turns.map(({ calls }) =>
    calls.flatMap((call) => {
      const request = createActionRequest(call);
      const { recordedResult } = call;
      const error = recordedResult?.isError ? { code: "tool_failed", message: JSON.stringify(recordedResult.output) } : null;
      return [request, createActionResponse({ request, output: error ? null : (recordedResult?.output ?? "done"), error })];
    }),
  );
}

const objectOf = (given: Json) => (typeof given === "string" ? (JSON.parse(given) as Json) : given);

describe.skipIf(!hasRealInputs)("every recorded file, out in every format and in again", () => {
  test("there is no other", () => {
    expect(realFiles()).toEqual(Object.keys(files).sort());
  });

  describe.each(Object.entries(files))("%s", (file, [format, turns, count]) => {
    const transcript = () => readTranscript(realText(file));

    test("is told by its content, with turns and calls", () => {
      const read = transcript();
      expect([read.format, read.turns.length, read.calls.length]).toEqual([format, turns, count]);
      expect(readTranscriptValue(read.value).calls).toEqual(read.calls);
    });

    test.each(named(codecs))("as %s: every call in its order, answered exactly once, directly after its turn", (name, codec) => {
      const { calls } = transcript();
      const { messages } = codec.writeHistory(historyOf(transcript()), { maxOutputLength: 2_000 });
      expect(problemsOf(name, messages)).toEqual([]);
      const again = codec.readTranscript(messages).calls;
      expect(again.map((call) => [call.function, objectOf(call.arguments)])).toEqual(
        calls.map((call) => [call.function, objectOf(call.arguments)]),
      );
      expect(again.every((call) => call.recordedResult !== null)).toBe(true);
      expect(again.map(({ correlationId }, index) => correlationId === calls[index]?.correlationId)).toEqual(
        calls.map(({ correlationId: id }, index) => isKept(name, id, calls.slice(0, index))),
      );
      // The check itself: without its last message the conversation is not whole.
      expect(problemsOf(name, withoutLastAnswer(name, messages))).not.toEqual([]);
    });
  });
});

/** Ids stay as they are where the provider takes them, the first time that they come. */
function isKept(format: string, id: string | null, before: readonly ToolCall[]): boolean {
  const isFirst = !before.some(({ correlationId }) => correlationId === id);
  if (id === null) return format === "google-generate-content";
  if (format === "google-generate-content") return isFirst;
  if (format === "mistral-chat") return isFirst && /^[a-zA-Z0-9]{9}$/.test(id);
  return isFirst && id.length <= 40;
}

describe.skipIf(!hasRealInputs)("recorded session logs", () => {
  test("of JSON lines: calls, results, and the working directory", () => {
    const transcript = readTranscript(realText("transcripts/claude-code-1.jsonl"));
    expect([transcript.format, transcript.cwd, transcript.turns.length]).toEqual(["claude-code", "/tmp", 2]);
    expect(transcript.calls).toEqual([
      {
        function: "Edit",
        arguments: expect.objectContaining({ file_path: "/tmp/decorator_example.py" }),
        correlationId: "tool_001",
        recordedResult: { output: "File created successfully at: /tmp/decorator_example.py", isError: false },
      },
      {
        function: "Bash",
        arguments: expect.objectContaining({ command: "python /tmp/decorator_example.py" }),
        correlationId: "tool_002",
        recordedResult: { output: "Hello, Alice!\nHello, Alice!\nHello, Alice!", isError: false },
      },
    ]);
    expect(transcript.entries.at(-1)).toMatchObject({ kind: "other", raw: { type: "summary" }, path: [11] });
  });

  test("with loglines: one turn for each call, and the one that failed", () => {
    const transcript = readTranscript(realText("transcripts/claude-code-web-session.json"));
    expect([transcript.format, transcript.cwd, transcript.turns.length]).toEqual(["claude-code", null, 12]);
    expect(transcript.calls.map((call) => call.function).join(" ")).toBe(
      "Write Bash TodoWrite Bash Bash Glob Edit Grep Bash Edit Bash Edit",
    );
    expect(transcript.calls.filter((call) => call.recordedResult?.isError).map((call) => call.correlationId)).toEqual(["toolu_bash_004"]);
    expect(transcript.calls.every((call) => call.recordedResult !== null)).toBe(true);
  });

  test.each(["claude-code-1.jsonl", "claude-code-web-session.json"])(
    "%s: its calls without its results take new ones under the same ids",
    (name) => {
      const { value, calls } = readTranscript(realText(`transcripts/${name}`));
      const all = (Array.isArray(value) ? value : (value as { loglines: unknown[] }).loglines) as { type: string }[];
      const asked = all.filter((line) => line.type === "assistant");
      const open = claudeCode.read(asked);
      expect(ids(open)).toEqual(ids(calls));
      const replayed = claudeCode.readTranscript([...asked, ...claudeCode.write(responses(open))]);
      expect(replayed.calls.map((call) => [call.correlationId, call.recordedResult])).toEqual(
        ids(calls).map((id, index) => [
          id,
          index === 1 ? { output: failure.message, isError: true } : { output: `{"index":${index}}`, isError: false },
        ]),
      );
    },
  );
});
