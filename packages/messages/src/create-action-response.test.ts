import { verifies } from "@acta/requirements";
import { describe, expect, test } from "vitest";
import { createActionRequest } from "./create-action-request.js";
import { createActionResponse } from "./create-action-response.js";

const request = createActionRequest({ id: "q", function: "add", arguments: { a: 1 }, correlationId: "call_1", sender: "branch" });

describe("createActionResponse", () => {
  test("repeats function, arguments and request id", verifies("D2.shapes", "D2.link"), () => {
    expect(createActionResponse({ id: "r", createdAt: 2, request, output: 0 })).toEqual({
      kind: "action_response",
      id: "r",
      createdAt: 2,
      role: "action",
      sender: "add",
      recipient: "branch",
      metadata: {},
      content: { function: "add", arguments: { a: 1 }, output: 0, actionRequestId: "q", error: null },
      correlationId: "call_1",
      success: true,
    });
  });

  test("success follows the error, not the output", verifies("D3.error-field"), () => {
    const error = { code: "tool_failed", message: "The disk is full." };
    const failed = createActionResponse({ request, output: null, error });
    expect([failed.success, failed.content.error]).toEqual([false, error]);
    expect(createActionResponse({ request, output: null }).success).toBe(true);
    expect(createActionResponse({ request, output: { partial: true }, error }).success).toBe(false);
  });

  test("sender and recipient can be nobody", () => {
    expect(createActionResponse({ request, output: 1, sender: null, recipient: null })).toMatchObject({ sender: null, recipient: null });
  });
});
