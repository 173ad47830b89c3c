import { describe, expect, test } from "vitest";
import { createActionRequest } from "./create-action-request.js";
import { createMessage } from "./create-message.js";
import type { Json } from "./json.js";
import { sameMessage } from "./same-message.js";

const plain = (content: Json) => createMessage({ id: "m", createdAt: 1, role: "user", content });

describe("sameMessage", () => {
  test("looks at values, not at the order of keys", () => {
    expect(sameMessage(plain({ a: 1, b: [{ c: null }] }), plain({ b: [{ c: null }], a: 1 }))).toBe(true);
  });

  test.each<[Json, Json]>([
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { b: 1 }],
    [{ a: 1 }, { a: 1, b: 1 }],
    [
      [1, 2],
      [2, 1],
    ],
    [[], {}],
    [null, {}],
    ["1", 1],
  ])("%j differs from %j", (left, right) => {
    expect(sameMessage(plain(left), plain(right))).toBe(false);
  });

  test("the link of a request makes no difference", () => {
    const request = createActionRequest({ function: "add", arguments: {} });
    expect(sameMessage(request, { ...request, content: { ...request.content, actionResponseId: "r" } })).toBe(true);
    expect(sameMessage(request, { ...request, content: { ...request.content, function: "sub" } })).toBe(false);
  });
});
