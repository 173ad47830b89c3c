import type { Entry, Json } from "@acta/journal";
import { createActionRequest, createActionResponse, createMessage } from "@acta/messages";
import { expect, test } from "vitest";
import { BranchViews } from "./views.js";

const request = createActionRequest({ id: "q", createdAt: 1, function: "add", arguments: { a: 1 } });

/** The proposal of one call; `message`: null where the record has only the parts of its request. */
function proposal(sequence: number, message: typeof request | null): Entry {
  const { function: name, arguments: asked } = request.content;
  const call = { callId: "c", requestId: request.id, function: name, arguments: asked };
  const rest = { correlationId: null, parentCallId: null, isRedacted: false, batch: null };
  const body = { ...call, ...rest, message: message as unknown as Json };
  return { id: `c:proposed:${sequence}`, kind: "call.proposed", at: 1, branchId: "b", sequence, body };
}

test.each([
  ["with its message", request],
  ["without", null],
])("a request is added once, whoever proposes it again, %s", (_, message) => {
  const views = new BranchViews();
  expect(views.fold(proposal(1, message))).toMatchObject({ id: "q", kind: "action_request", content: { function: "add" } });
  const { messages } = views.messages;
  expect(views.fold(proposal(2, message))).toBeNull();
  expect(views.messages.messages).toBe(messages);
});

test.each([
  ["with its message", request],
  ["without", null],
])("a request that was answered stays as it is when it is proposed again, %s", (_, message) => {
  const views = new BranchViews();
  views.fold(proposal(1, message));
  views.messages.insert(createActionResponse({ id: "r", createdAt: 2, request, output: 3 }));
  const { messages } = views.messages;
  expect(views.fold(proposal(2, message))).toBeNull();
  expect(views.messages.messages).toBe(messages);
});

test("another message that has the id of a request keeps it", () => {
  const views = new BranchViews();
  const other = createMessage({ id: "q", createdAt: 1, role: "user", content: "hello" });
  views.messages.add(other);
  for (const message of [request, null]) expect(views.fold(proposal(1, message))).toBeNull();
  expect(views.messages.messages).toEqual([other]);
});
