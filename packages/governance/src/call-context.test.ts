import { verifies } from "@acta/requirements";
import { describe, expect, test } from "vitest";
import { createCallContext } from "./call-context.js";
import { NotJson } from "./not-json.js";

describe("createCallContext", () => {
  test("is the payload of the specification, and neutral where nothing is given", verifies("D5.gate-payload"), () => {
    const before = Date.now();
    const call = createCallContext({ function: "pay", arguments: { cents: 5 } });
    expect(call).toEqual({
      function: "pay",
      arguments: { cents: 5 },
      branchId: null,
      callId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      attempt: 1,
      effect: "unsafe",
      at: expect.any(Number),
      sessionId: null,
      parentCallId: null,
      batch: null,
      approval: null,
      attributes: {},
    });
    expect(call.at).toBeGreaterThanOrEqual(before);
    expect(createCallContext(call).callId).toBe(call.callId);
    expect(createCallContext({ function: "pay", arguments: {} }).callId).not.toBe(call.callId);
  });

  test("keeps what is given", verifies("D5.gate-payload"), () => {
    const init = {
      function: "pay",
      arguments: {},
      branchId: "b",
      callId: "c",
      attempt: 2,
      effect: "read",
      at: 7,
      sessionId: "s",
      parentCallId: "p",
      batch: { id: "x", index: 1, size: 2 },
      approval: { id: "y", by: "ocean", note: null },
      attributes: { user: { id: 1 } },
    } as const;
    expect(createCallContext(init)).toEqual(init);
  });

  test("is deeply frozen, and shares nothing with what was given", verifies("D5.gate-payload"), () => {
    const init = { function: "pay", arguments: { list: [1] }, batch: { id: "x", index: 0, size: 1 }, attributes: { tags: ["a"] } };
    const call = createCallContext({ ...init, approval: { id: "y", by: "ocean", note: null } });
    init.arguments.list.push(2);
    init.attributes.tags.push("b");
    init.batch.size = 9;
    expect(call).toMatchObject({ arguments: { list: [1] }, attributes: { tags: ["a"] }, batch: { size: 1 } });
    for (const part of [call, call.arguments, call.arguments.list, call.batch, call.approval, call.attributes, call.attributes.tags]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });

  test.each([null, undefined, "{}", 1, [], [{}], new Map(), () => ({})])(
    "refuses %o as arguments",
    verifies("D5.gate-payload"),
    (values) => {
      expect(() => createCallContext({ function: "pay", arguments: values })).toThrow(NotJson);
    },
  );

  test("refuses attributes that are no object", () => {
    expect(() => createCallContext({ function: "pay", arguments: {}, attributes: [] as never })).toThrow("not an object at /attributes");
  });
});
