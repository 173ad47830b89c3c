import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createActionRequest } from "../create-action-request.js";
import { createActionResponse } from "../create-action-response.js";
import { createMessage } from "../create-message.js";
import type { ActionRequest, ActionResponse, Message } from "../message.js";
import { MessageManager } from "../message-manager.js";
import type { FindingCode } from "./finding.js";
import { examine, repair } from "./repair.js";

const say = (id: string) => createMessage({ id, createdAt: 1, role: "user", content: id });
const unlinked = (id: string) => createActionRequest({ id, createdAt: 1, function: "add", arguments: { id }, correlationId: `c-${id}` });
const ask = (id: string, actionResponseId: string | null = id.replace("q", "r")): ActionRequest => {
  const request = unlinked(id);
  return { ...request, content: { ...request.content, actionResponseId } };
};
const answer = (id: string, requestId = id.replace("r", "q")): ActionResponse =>
  createActionResponse({ id, createdAt: 2, request: unlinked(requestId), output: 0 });
const now = () => 9;
const ids = (messages: readonly Message[]) => messages.map((message) => message.id).join(" ");
const found = (history: readonly unknown[]) =>
  examine(history).findings.map(({ code, messageId, index }) => `${code} ${messageId} ${index}`);

describe("a healthy history", () => {
  test.each<[string, readonly Message[]]>([
    ["nothing", []],
    ["pairs", [say("m0"), ask("q0"), answer("r0"), ask("q1"), answer("r1"), say("m1")]],
    ["a turn whose calls come first", [ask("q0"), ask("q1"), answer("r1"), answer("r0"), say("m")]],
  ])("of %s is given back as it is", (_name, history) => {
    const repaired = repair(history, { now });
    expect(repaired).toMatchObject({ isHealthy: true, findings: [], pending: [], added: [], removed: [] });
    expect(repaired.history).toBe(history);
  });

  test("is any that a message manager has", () => {
    const manager = new MessageManager();
    for (const index of [1, 0]) manager.add(unlinked(`q${index}`), { batchId: "b", index });
    for (const id of ["r1", "r0"]) manager.add(answer(id));
    expect(repair(manager.messages).history).toBe(manager.messages);
  });
});

describe("each fault, and what is done", () => {
  test.each<[FindingCode, readonly Message[], readonly string[], string]>([
    ["missing_response", [ask("q0", null), say("m")], ["missing_response q0 0"], "q0 q0/response m"],
    ["missing_response", [ask("q0", "named"), say("m")], ["missing_response q0 0"], "q0 named m"],
    ["missing_response", [ask("q0", "m"), say("m")], ["missing_response q0 0"], "q0 m/response m"],
    ["missing_request", [say("m"), answer("r0")], ["missing_request r0 1"], "m q0 r0"],
    ["missing_request", [say("q0"), answer("r0")], ["missing_request r0 1"], "q0"],
    ["second_response", [ask("q0"), answer("r0"), answer("x", "q0")], ["second_response x 2"], "q0 r0"],
    ["second_response", [ask("q0"), answer("x", "q0"), answer("r0")], ["second_response x 1"], "q0 r0"],
    ["wrong_link", [unlinked("q0"), answer("r0")], ["wrong_link q0 0"], "q0 r0"],
    ["wrong_link", [ask("q0", "x"), answer("r0")], ["wrong_link q0 0"], "q0 r0"],
    ["mismatched_response", [ask("q0"), { ...answer("r0"), correlationId: "x" }], ["mismatched_response r0 1"], "q0 r0"],
    ["repeated_message", [ask("q0"), answer("r0"), answer("r0"), ask("q0")], ["repeated_message r0 2", "repeated_message q0 3"], "q0 r0"],
    ["conflicting_message", [say("m"), { ...say("m"), content: "other" }], ["conflicting_message m 1"], "m"],
    ["misplaced_response", [answer("r0"), ask("q0")], ["misplaced_response r0 0"], "q0 r0"],
    ["misplaced_response", [ask("q0"), say("m"), answer("r0")], ["misplaced_response r0 2"], "q0 r0 m"],
    [
      "misplaced_response",
      [ask("q0"), ask("q1"), answer("r1"), ask("q2"), answer("r0"), answer("r2")],
      ["misplaced_response r0 4"],
      "q0 q1 r1 r0 q2 r2",
    ],
  ])("%s (%#)", (code, history, findings, repaired) => {
    expect(found(history)).toEqual(findings);
    expect(findings[0]).toMatch(code);
    const result = repair(history, { now });
    expect(ids(result.history)).toBe(repaired);
    expect(examine(result.history)).toEqual({ isHealthy: true, findings: [], pending: [] });
  });

  test("an answer that is put in says that nobody knows, and only that", () => {
    const { history, added } = repair([ask("q0", null)], { now });
    expect(history[1]).toBe(added[0]);
    expect(added).toMatchObject([
      {
        id: "q0/response",
        createdAt: 9,
        correlationId: "c-q0",
        success: false,
        content: { output: null, error: { code: "lost", message: "The call was interrupted; its outcome is unknown." } },
      },
    ]);
  });

  test("a request that is put in says what its response says of it", () => {
    expect(repair([answer("r0")]).added).toEqual([{ ...ask("q0"), createdAt: 2, sender: null, recipient: "add", metadata: {} }]);
  });

  test("what is taken out is given to the caller", () => {
    expect(ids(repair([ask("q0"), answer("r0"), answer("x", "q0"), say("m"), say("m")]).removed)).toBe("m x");
  });

  test("of a turn that was cut off only the open call is answered; stored, there is nothing left to do", () => {
    const history = [ask("c1", null), ask("q2"), answer("r2")];
    const { findings, history: repaired } = repair(history, { now });
    expect(findings).toEqual([{ code: "missing_response", messageId: "c1", index: 0 }]);
    expect(repaired[1]).toEqual(history[1]);
    expect(ids(repaired)).toBe("c1 q2 r2 c1/response");
    const stored = JSON.parse(JSON.stringify(repaired));
    expect(repair(stored).history).toBe(stored);
  });

  test("a request that waits for an approval is reported, and left as it is", () => {
    const history = [ask("c1", null), ask("q2"), answer("r2")];
    const repaired = repair(history, { isPending: ({ id }) => id === "c1" });
    expect(repaired).toMatchObject({ isHealthy: true, pending: ["c1"] });
    expect(repaired.history).toBe(history);
  });
});

describe("what is no history", () => {
  test.each([null, 1, "text", {}, [], { ...say("m"), id: "" }, { ...answer("r0"), success: false }, new Date()])(
    "%j is refused, and its place named",
    (value) => {
      expect(() => repair([say("m"), value])).toThrow(
        expect.objectContaining({ code: "invalid_message", message: "What stands at 1 is no message." }),
      );
    },
  );

  test("keys of Object.prototype are data", () => {
    const message = JSON.parse('{"__proto__":{"kind":"message"},"id":"m"}');
    expect(() => repair([message])).toThrow(expect.objectContaining({ code: "invalid_message" }));
    const proto = [ask("__proto__", null), ask("constructor", null)];
    expect(repair(proto).added).toHaveLength(2);
  });
});

test("any history can be mended: what comes out is sound, is taken by a message manager, and keeps what was sound", () => {
  const id = fc.integer({ min: 0, max: 3 });
  const message = fc.oneof(
    id.map((n): Message => say(`m${n}`)),
    fc.tuple(id, fc.constantFrom(null, "r0", "r1", "m0", "q1")).map(([n, link]): Message => ask(`q${n}`, link)),
    fc.tuple(fc.constantFrom("r0", "r1", "r2", "x", "m0", "q0"), id).map(([own, n]): Message => answer(own, `q${n}`)),
    fc.constantFrom<Message>(answer("y", "m0"), { ...answer("r3"), correlationId: "other" }),
  );
  fc.assert(
    fc.property(fc.array(message, { maxLength: 10 }), (history) => {
      const before = JSON.stringify(history);
      const { history: repaired, added, removed, findings } = repair(history, { now });
      expect(JSON.stringify(history)).toBe(before);
      expect(examine(repaired).findings).toEqual([]);
      expect(repair(history, { now })).toEqual(repair(history, { now }));
      expect(repaired.length).toBe(history.length + added.length - removed.length);
      if (findings.length === 0) expect(repaired).toBe(history);
      const manager = new MessageManager();
      for (const each of repaired) manager.add(each);
      expect(manager.openRequests).toEqual([]);
    }),
    { numRuns: 1_000, seed: 1 },
  );
});

test("a long history costs in proportion to its length", () => {
  const history = Array.from({ length: 50_000 }, (_, index) => (index % 2 === 0 ? ask(`q${index}`, null) : say(`m${index}`)));
  expect(repair(history, { now }).added).toHaveLength(25_000);
});
