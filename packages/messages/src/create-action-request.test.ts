import { verifies } from "@acta/requirements";
import { describe, expect, test } from "vitest";
import { createActionRequest } from "./create-action-request.js";

describe("createActionRequest", () => {
  test("has the content of the specification and no link yet", verifies("D2.shapes"), () => {
    const request = createActionRequest({
      id: "q",
      createdAt: 1,
      function: "add",
      arguments: { a: 1 },
      correlationId: "call_1",
      sender: "branch",
    });
    expect(request).toEqual({
      kind: "action_request",
      id: "q",
      createdAt: 1,
      role: "action",
      sender: "branch",
      recipient: "add",
      metadata: {},
      content: { function: "add", arguments: { a: 1 }, actionResponseId: null },
      correlationId: "call_1",
    });
  });

  test("is addressed to the tool, or to whom the caller says, or to nobody", verifies("D2.link"), () => {
    const to = (recipient?: string | null) => createActionRequest({ function: "add", arguments: {}, recipient }).recipient;
    expect([to(), to("tool-1"), to(null)]).toEqual(["add", "tool-1", null]);
  });

  test("keeps arguments as the model gave them, JSON text included", () => {
    expect(createActionRequest({ function: "add", arguments: '{"a": 1}' }).content.arguments).toBe('{"a": 1}');
    expect(createActionRequest({ function: "add", arguments: null }).content.arguments).toBeNull();
  });
});
