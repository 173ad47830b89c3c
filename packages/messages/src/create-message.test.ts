import { describe, expect, test, vi } from "vitest";
import { createMessage } from "./create-message.js";

describe("createMessage", () => {
  test("makes a plain message with all fields", () => {
    const message = createMessage({
      id: "m",
      createdAt: 7,
      role: "user",
      content: { text: "hello" },
      sender: "ocean",
      recipient: null,
      metadata: { topic: "x" },
    });
    expect(message).toEqual({
      kind: "message",
      id: "m",
      createdAt: 7,
      role: "user",
      content: { text: "hello" },
      sender: "ocean",
      recipient: null,
      metadata: { topic: "x" },
    });
  });

  test("gives a random id, the time, and nulls where nothing is said", () => {
    vi.useFakeTimers({ now: 1234 });
    const [first, second] = [createMessage({ role: "system", content: "a" }), createMessage({ role: "system", content: "a" })];
    vi.useRealTimers();
    expect(first.id).not.toBe(second.id);
    expect(first).toMatchObject({ createdAt: 1234, sender: null, recipient: null, metadata: {} });
  });

  test("the message is frozen to the ground and the caller's object is not", () => {
    const content = { list: [{ deep: 1 }] };
    const message = createMessage({ role: "user", content });
    content.list.push({ deep: 2 });
    expect(message.content).toEqual({ list: [{ deep: 1 }] });
    expect(() => {
      (message.content as typeof content).list.push({ deep: 3 });
    }).toThrow(TypeError);
    expect(Object.isFrozen(content)).toBe(false);
  });
});
