import { verifies } from "@acta/requirements";
import { describe, expect, test } from "vitest";
import { createActionRequest } from "./create-action-request.js";
import { createActionResponse } from "./create-action-response.js";
import { createMessage } from "./create-message.js";
import type { ActionRequest, Message } from "./message.js";
import { MessageManager } from "./message-manager.js";
import type { Position } from "./position.js";

const say = (id: string, role = "user") => createMessage({ id, createdAt: 1, role, content: id });
const ask = (id: string) => createActionRequest({ id, createdAt: 1, function: "add", arguments: { id } });
const answer = (request: ActionRequest, id = request.id.replace("q", "r")) =>
  createActionResponse({ id, createdAt: 2, request, output: 0 });
const ids = (messages: readonly Message[]) => messages.map((message) => message.id).join(" ");

function history(...added: readonly (Message | readonly [Message, Position])[]): MessageManager {
  const manager = new MessageManager();
  for (const item of added) {
    if ("kind" in item) manager.add(item);
    else manager.add(...item);
  }
  return manager;
}

describe("blocks", () => {
  test("are batches with their responses, and any other message with its own", () => {
    const manager = history(
      say("m"),
      [ask("q0"), { batchId: "b", index: 0 }],
      [ask("q1"), { batchId: "b", index: 1 }],
      ask("q2"),
      answer(ask("q1")),
    );
    manager.add(answer(ask("q2")));
    expect(manager.blocks.map(ids)).toEqual(["m", "q0 q1 r1", "q2 r2"]);
    expect(manager.blocks.flat()).toEqual(manager.messages);
  });
});

describe("links", () => {
  test("a response and its request name each other, a falsy output included", verifies("D2.link"), () => {
    const manager = history(ask("q"));
    const { added, message } = manager.add(answer(ask("q")));
    expect([added, message.content]).toEqual([true, expect.objectContaining({ output: 0, actionRequestId: "q" })]);
    expect(manager.get("q")).toMatchObject({ content: { actionResponseId: "r" } });
    expect(manager.messages[0]).toBe(manager.get("q"));
    expect(manager.responseTo("q")).toBe(manager.get("r"));
  });

  test("the linked request is frozen; the one that was added still is what it was", () => {
    const request = ask("q");
    const manager = history(request, answer(request));
    expect(request.content.actionResponseId).toBeNull();
    expect([Object.isFrozen(manager.get("q")), Object.isFrozen(manager.get("q")?.content)]).toEqual([true, true]);
  });

  test("a second, different response is refused and changes nothing", () => {
    const manager = history(ask("q"), answer(ask("q")));
    expect(() => manager.add(answer(ask("q"), "other"))).toThrow(expect.objectContaining({ code: "conflicting_response" }));
    expect(ids(manager.messages)).toBe("q r");
    expect(manager.responseTo("q")?.id).toBe("r");
  });

  test("a response without its request is refused", () => {
    const manager = history(say("m"), ask("q"), answer(ask("q")));
    for (const target of ["nowhere", "m", "r"]) {
      expect(() => manager.add(answer(ask(target), "x"))).toThrow(expect.objectContaining({ code: "unknown_request" }));
    }
    expect(manager.get("x")).toBeUndefined();
  });

  test("a request that came linked takes the response it names and no other", () => {
    const linked = history(ask("q"), answer(ask("q"))).get("q") as ActionRequest;
    const manager = history(linked);
    expect(manager.openRequests).toEqual([]);
    expect(() => manager.add(answer(ask("q"), "other"))).toThrow(expect.objectContaining({ code: "conflicting_response" }));
    manager.add(answer(ask("q")));
    expect(ids(manager.messages)).toBe("q r");
  });
});

describe("adding again", () => {
  test.each([say("m"), ask("q"), answer(ask("q"))])("the same $kind is a no-op", (message) => {
    const manager = history(say("m"), ask("q"), answer(ask("q")));
    const before = manager.messages;
    const again = manager.add(JSON.parse(JSON.stringify(message)) as Message, { batchId: "b", index: 0 });
    expect(again).toEqual({ added: false, message: manager.get(message.id) });
    expect(manager.messages).toBe(before);
  });

  test("another message of the same id is refused", () => {
    const manager = history(ask("q"), answer(ask("q")));
    for (const other of [say("q"), createActionRequest({ ...ask("q").content, id: "q", createdAt: 1, sender: "x" }), say("r")]) {
      expect(() => manager.add(other)).toThrow(expect.objectContaining({ code: "duplicate_message" }));
    }
    expect(ids(manager.messages)).toBe("q r");
  });

  test.each([say("m"), ask("q"), answer(ask("q"))])("insertNew takes the first $kind of its id, and no other", (message) => {
    const manager = history(...(message.kind === "action_response" ? [ask("q")] : []));
    const { length } = manager.messages;
    expect(manager.insertNew(message)).toBe(true);
    const { messages } = manager;
    expect(messages).toHaveLength(length + 1);
    for (const again of [message, say(message.id, "assistant")]) expect(manager.insertNew(again)).toBe(false);
    expect(manager.messages).toBe(messages);
  });

  test("insertNew refuses a response as add does", () => {
    const manager = history(ask("q"), answer(ask("q")));
    expect(() => manager.insertNew(answer(ask("q"), "other"))).toThrow(expect.objectContaining({ code: "conflicting_response" }));
    expect(() => manager.insertNew(answer(ask("none")))).toThrow(expect.objectContaining({ code: "unknown_request" }));
    expect(ids(manager.messages)).toBe("q r");
  });

  test("what is no message is refused", () => {
    expect(() => history().add({ kind: "message" } as Message)).toThrow(expect.objectContaining({ code: "invalid_message" }));
  });
});

describe("order", () => {
  const batch = (index: number): Position => ({ batchId: "b", index });

  test("a batch reads q0 r0 q1 r1, whatever finished first", () => {
    const manager = history([ask("q0"), batch(0)], [ask("q1"), batch(1)], [ask("q2"), batch(2)]);
    for (const id of ["q2", "q0", "q1"]) manager.add(answer(ask(id)));
    expect(ids(manager.messages)).toBe("q0 r0 q1 r1 q2 r2");
  });

  test("members may come late and out of order, and stand where the batch began", () => {
    const manager = history([ask("q2"), batch(2)], say("later"), [ask("q0"), batch(0)], answer(ask("q2")), [ask("q1"), batch(1)]);
    expect(ids(manager.messages)).toBe("q0 q1 q2 r2 later");
  });

  test("members without an index, or with the same one, keep the order they came in", () => {
    const manager = history([ask("a"), batch(1)], [ask("b"), { batchId: "b" }], [ask("c"), batch(1)], [ask("d"), batch(0)]);
    expect(ids(manager.messages)).toBe("d a b c");
  });

  test("two batches that run at once stay apart", () => {
    const [first, second] = [{ batchId: "1" }, { batchId: "2" }];
    const manager = history([ask("q1"), first], [ask("q2"), second], [ask("q3"), first], answer(ask("q2")), answer(ask("q1")));
    expect(ids(manager.messages)).toBe("q1 r1 q3 q2 r2");
  });

  test("a request from before keeps its place and its response follows it directly", () => {
    const manager = history(ask("q"), say("later"));
    manager.add(ask("q"), batch(0));
    manager.add(answer(ask("q")), batch(0));
    expect(ids(manager.messages)).toBe("q r later");
  });
});

describe("messages", () => {
  test("is the same frozen array until something is added", () => {
    const manager = history(say("a"));
    const before = manager.messages;
    expect(manager.messages).toBe(before);
    expect(Object.isFrozen(before)).toBe(true);
    manager.add(say("b"));
    expect([ids(before), ids(manager.messages)]).toEqual(["a", "a b"]);
  });
});

describe("openRequests", () => {
  test("are those without a response", () => {
    const manager = history(ask("q1"), say("m"), ask("q2"), ask("q3"), answer(ask("q2")));
    expect(ids(manager.openRequests)).toBe("q1 q3");
  });
});

describe("window", () => {
  const batch = { batchId: "b" };
  const manager = history(
    say("s", "system"),
    say("u"),
    ask("q"),
    answer(ask("q")),
    [ask("q1"), batch],
    [ask("q2"), batch],
    answer(ask("q1")),
    say("t", "system"),
  );

  test.each([
    [Infinity, "s u q r q1 r1 q2 t"],
    [8, "s u q r q1 r1 q2 t"],
    [7, "s q r q1 r1 q2 t"],
    [6, "s q1 r1 q2 t"],
    [5, "s q1 r1 q2 t"],
    [4, "s t"],
    [1, "s"],
    [0, ""],
  ])("of %d holds whole pairs and batches and the leading system message", (size, expected) => {
    expect(ids(manager.window(size))).toBe(expected);
  });

  test("is never longer than asked, even where system messages alone are", () => {
    const system = history(say("s1", "system"), say("s2", "system"), say("u"));
    expect([ids(system.window(1)), ids(system.window(2)), ids(system.window(3))]).toEqual(["s1", "s1 s2", "s1 s2 u"]);
  });

  test("does not jump over what does not fit", () => {
    expect(ids(history(say("u"), ask("q"), answer(ask("q"))).window(1))).toBe("");
  });

  test("shows links, frozen", () => {
    const window = manager.window(7);
    expect(window[1]).toMatchObject({ id: "q", content: { actionResponseId: "r" } });
    expect(Object.isFrozen(window)).toBe(true);
  });

  test("of an empty history is empty", () => {
    expect(history().window(3)).toEqual([]);
  });

  test.each([-1, 1.5, Number.NaN, Number.NEGATIVE_INFINITY, "3" as unknown as number])("refuses %s", (size) => {
    expect(() => manager.window(size)).toThrow(expect.objectContaining({ code: "invalid_window" }));
  });
});

describe("clone", () => {
  test("has the same messages, links, batches and open requests, and its own future", () => {
    const original = history(say("m"), [ask("q2"), { batchId: "b", index: 2 }], answer(ask("q2")), say("end"), ask("q3"));
    const copy = original.clone();
    expect(copy.messages).toEqual(original.messages);
    copy.add(ask("q1"), { batchId: "b", index: 1 });
    copy.add(answer(ask("q3")));
    expect(ids(copy.messages)).toBe("m q1 q2 r2 end q3 r3");
    expect(ids(original.messages)).toBe("m q2 r2 end q3");
    expect([ids(original.openRequests), ids(copy.openRequests)]).toEqual(["q3", "q1"]);
  });
});

describe("cost", () => {
  test("of adding and of looking at the end does not grow with the history, be it one batch", () => {
    const manager = new MessageManager();
    for (let index = 0; index < 20_000; index += 1) {
      const request = ask(`q${index}`);
      manager.add(request, { batchId: "one", index });
      manager.add(answer(request));
      manager.window(1);
      manager.get("q0");
    }
    expect(manager.messages).toHaveLength(40_000);
    expect(manager.messages).toBe(manager.messages);
  });
});
