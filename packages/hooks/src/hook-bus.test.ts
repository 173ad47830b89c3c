import { verifies } from "@acta/requirements";
import { deferred } from "@acta/test-kit";
import { describe, expect, test } from "vitest";
import { HookBus } from "./hook-bus.js";
import type { HookHandler, HookPoints, Unsubscribe } from "./hook-points.js";
import { InvalidHandler } from "./invalid-handler.js";

const added = { messageId: "m1", kind: "request" };

function recorder() {
  const calls: string[] = [];
  const note = (name: string) => () => {
    calls.push(name);
  };
  return { calls, note };
}

describe("on", () => {
  test("handlers run in registration order, each with the payload", () => {
    const bus = new HookBus();
    const seen: unknown[] = [];
    bus.on("message.add", (payload) => void seen.push(["first", payload]));
    bus.on("message.add", (payload) => void seen.push(["second", payload]));
    void bus.emit("message.add", added);
    expect(seen).toEqual([
      ["first", added],
      ["second", added],
    ]);
  });

  test("asynchronous handlers run one after another, not together", verifies("D2.pre-hook-blocks"), async () => {
    const bus = new HookBus();
    const order: string[] = [];
    for (const name of ["a", "b"]) {
      bus.on("tool.error", async () => {
        order.push(`${name} starts`);
        await Promise.resolve();
        order.push(`${name} ends`);
      });
    }
    await bus.emit("tool.error", { callId: "c", toolName: "t", error: null, duration: null });
    expect(order).toEqual(["a starts", "a ends", "b starts", "b ends"]);
  });

  test("a handler hears only its own point", () => {
    const bus = new HookBus();
    const { calls, note } = recorder();
    bus.on("tool.error", note("error"));
    void bus.emit("message.add", added);
    expect(calls).toEqual([]);
  });

  test("the same function registered twice runs twice, and leaves one registration at a time", () => {
    const bus = new HookBus();
    const { calls, note } = recorder();
    const handler = note("x");
    const first = bus.on("message.add", handler);
    bus.on("message.add", handler);
    void bus.emit("message.add", added);
    first();
    first();
    void bus.emit("message.add", added);
    expect(calls).toEqual(["x", "x", "x"]);
  });

  test.each([undefined, null, "handler", {}, []])("%o is no handler", (junk) => {
    const bus = new HookBus();
    const register = () => bus.on("message.add", junk as unknown as HookHandler<HookPoints["message.add"]>);
    expect(register).toThrow(InvalidHandler);
    expect(register).toThrow(expect.objectContaining({ code: "invalid_handler" }));
    expect(bus.has("message.add")).toBe(false);
  });

  test("a point named like a member of every object is an ordinary point", () => {
    const bus = new HookBus();
    const { calls, note } = recorder();
    for (const name of ["__proto__", "constructor"]) {
      const point = name as "message.add";
      expect(bus.has(point)).toBe(false);
      bus.on(point, note(name));
      void bus.emit(point, added);
    }
    expect(calls).toEqual(["__proto__", "constructor"]);
  });
});

describe("once", () => {
  test("runs at the first emission only, also when it emits its own point again", () => {
    const bus = new HookBus();
    let runs = 0;
    bus.once("message.add", () => {
      runs += 1;
      void bus.emit("message.add", added);
    });
    void bus.emit("message.add", added);
    void bus.emit("message.add", added);
    expect(runs).toBe(1);
    expect(bus.has("message.add")).toBe(false);
  });

  test("can be removed before it ran, and removing it afterwards does nothing", () => {
    const bus = new HookBus();
    const { calls, note } = recorder();
    bus.once("message.add", note("removed"))();
    const ran = bus.once("message.add", note("ran"));
    void bus.emit("message.add", added);
    ran();
    expect(calls).toEqual(["ran"]);
  });

  test("runs in one of two emissions that overlap", async () => {
    const bus = new HookBus();
    const { calls, note } = recorder();
    const gate = deferred();
    bus.on("message.add", ({ messageId }) => (messageId === "slow" ? gate.promise : undefined));
    bus.once("message.add", note("once"));
    const slow = bus.emit("message.add", { messageId: "slow", kind: "request" });
    void bus.emit("message.add", added);
    expect(calls).toEqual(["once"]);
    gate.resolve();
    await slow;
    expect(calls).toEqual(["once"]);
  });

  test("refuses what is not a function", () => {
    expect(() => new HookBus().once("message.add", 1 as unknown as () => void)).toThrow(InvalidHandler);
  });
});

describe("has", () => {
  test("is true exactly while somebody listens", () => {
    const bus = new HookBus();
    expect(bus.has("tool.pre")).toBe(false);
    const remove = bus.on("tool.pre", () => {});
    expect(bus.has("tool.pre")).toBe(true);
    expect(bus.has("tool.post")).toBe(false);
    remove();
    expect(bus.has("tool.pre")).toBe(false);
  });
});

describe("changes during an emission", () => {
  test("a handler added then runs from the next emission on", () => {
    const bus = new HookBus();
    const { calls, note } = recorder();
    bus.once("message.add", () => void bus.on("message.add", note("late")));
    void bus.emit("message.add", added);
    expect(calls).toEqual([]);
    void bus.emit("message.add", added);
    expect(calls).toEqual(["late"]);
  });

  test("a handler that removes itself does not make the next one skip its turn", () => {
    const bus = new HookBus();
    const { calls, note } = recorder();
    const remove: Unsubscribe = bus.on("message.add", () => remove());
    bus.on("message.add", note("next"));
    void bus.emit("message.add", added);
    expect(calls).toEqual(["next"]);
  });

  test("a handler removed before its turn does not run, one added meanwhile neither", async () => {
    const bus = new HookBus();
    const { calls, note } = recorder();
    const gate = deferred();
    bus.on("message.add", () => gate.promise);
    const remove = bus.on("message.add", note("removed"));
    bus.on("message.add", note("stays"));
    const emission = bus.emit("message.add", added);
    remove();
    bus.on("message.add", note("added"));
    gate.resolve();
    await emission;
    expect(calls).toEqual(["stays"]);
  });
});

describe("payloads", () => {
  test("are frozen before the first handler, so that no handler changes what the next one sees", () => {
    const errors: unknown[] = [];
    const bus = new HookBus({ onHandlerError: (error) => errors.push(error) });
    const kinds: string[] = [];
    bus.on("message.add", (payload) => void Object.assign(payload, { kind: "forged" }));
    bus.on("message.add", (payload) => void kinds.push(payload.kind));
    void bus.emit("message.add", { messageId: "m", kind: "request" });
    expect(kinds).toEqual(["request"]);
    expect(errors).toEqual([expect.any(TypeError)]);
  });

  test("are left alone when nobody listens", () => {
    const bus = new HookBus();
    const payload = { messageId: "m", kind: "request" };
    bus.on("message.add", () => {})();
    expect(bus.emit("message.add", payload)).toBeUndefined();
    expect(bus.emitBlocking("message.add", payload)).toBeUndefined();
    expect(Object.isFrozen(payload)).toBe(false);
  });

  test("that refuse to be frozen reach no handler", () => {
    const errors: unknown[] = [];
    const bus = new HookBus({ onHandlerError: (error) => errors.push(error) });
    const { calls, note } = recorder();
    bus.on("message.add", note("ran"));
    const frozenNever = new Proxy({ ...added }, { preventExtensions: () => false });
    expect(bus.emit("message.add", frozenNever)).toBeUndefined();
    expect(errors).toEqual([expect.any(TypeError)]);
    expect(() => bus.emitBlocking("message.add", frozenNever)).toThrow(TypeError);
    expect(calls).toEqual([]);
  });
});

test("a reporter that is not a function is refused", () => {
  expect(() => new HookBus({ onHandlerError: "log" as unknown as () => void })).toThrow(InvalidHandler);
});
