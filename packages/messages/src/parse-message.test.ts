import { describe, expect, test } from "vitest";
import { createActionRequest } from "./create-action-request.js";
import { createActionResponse } from "./create-action-response.js";
import { createMessage } from "./create-message.js";
import { parseMessage } from "./parse-message.js";

const message = createMessage({ role: "user", content: null });
const request = createActionRequest({ function: "add", arguments: {} });
const response = createActionResponse({ request, output: null, error: { code: "tool_failed", message: "no" } });

describe("parseMessage", () => {
  test.each([message, request, response])("takes a $kind, and one that came back from storage, frozen", (value) => {
    expect(parseMessage(value)).toBe(value);
    const restored = parseMessage(JSON.parse(JSON.stringify(value)) as object);
    expect(restored).toEqual(value);
    expect(Object.isFrozen(restored)).toBe(true);
  });

  test.each<[string, object]>([
    ["an empty id", { ...message, id: "" }],
    ["an id of another type", { ...message, id: 1 }],
    ["no time", { ...message, createdAt: undefined }],
    ["no role", { ...message, role: undefined }],
    ["a sender of another type", { ...message, sender: 1 }],
    ["no recipient", { ...message, recipient: undefined }],
    ["metadata that is a list", { ...message, metadata: [] }],
    ["no content", { ...message, content: undefined }],
    ["an unknown kind", { ...message, kind: "note" }],
    ["an action of another role", { ...request, role: "user" }],
    ["a correlation id of another type", { ...request, correlationId: 1 }],
    ["content that is text", { ...request, content: "add" }],
    ["a function that is no text", { ...request, content: { ...request.content, function: 1 } }],
    ["no arguments", { ...request, content: { ...request.content, arguments: undefined } }],
    ["a link that is no text", { ...request, content: { ...request.content, actionResponseId: 1 } }],
    ["no output", { ...response, content: { ...response.content, output: undefined } }],
    ["no request", { ...response, content: { ...response.content, actionRequestId: null } }],
    ["an error without a code", { ...response, content: { ...response.content, error: { message: "no" } } }],
    ["a success with an error", { ...response, success: true }],
    ["a failure without an error", { ...response, content: { ...response.content, error: null } }],
    ["a list", [message]],
    ["text", "message" as unknown as object],
    ["null", null as unknown as object],
    ["undefined", undefined as unknown as object],
  ])("refuses %s", (_name, value) => {
    expect(() => parseMessage(value)).toThrow(expect.objectContaining({ code: "invalid_message" }));
  });
});
