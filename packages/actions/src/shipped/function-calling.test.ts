import { Cancellation } from "@acta/event";
import { describe, expect, test } from "vitest";
import type { Tool } from "../tool.js";
import { FunctionCalling } from "./function-calling.js";

const input: Tool["input"] = { "~standard": { version: 1, vendor: "test", validate: (value: unknown) => ({ value }) } };
const calling = (parts: Partial<Tool>, args: unknown = {}) =>
  new FunctionCalling({ tool: { name: "t", description: "", input, run: () => null, ...parts }, arguments: args });

describe("what is declared async is awaited, and nothing else", () => {
  test("an async function", async () => {
    const event = calling({ run: async () => 1 });
    await event.invoke();
    expect(event.execution).toMatchObject({ status: "completed", response: 1, error: null });
  });

  test("a promise of a sync function is data, and not looked into", async () => {
    let started = 0;
    const later = {};
    Reflect.set(later, "then", () => {
      started += 1;
    });
    const event = calling({ run: () => later, postprocess: async (output: unknown) => [output] });
    await event.invoke();
    expect(event.execution.response).toEqual([later]);
    expect(started).toBe(0);
    expect(event.toJSON().execution.response).toBe("<unserializable>");
  });

  test("what a preprocessor returns are the arguments, whatever it is", async () => {
    const event = calling({ preprocess: () => undefined });
    await event.invoke();
    expect(event.arguments).toBeUndefined();
    expect(event.execution).toMatchObject({ status: "failed", response: null, error: expect.any(TypeError) });
  });
});

describe("how it ends", () => {
  test("an ordinary error is data, whatever was thrown", async () => {
    const event = calling({
      run: () => {
        throw "text";
      },
    });
    await event.invoke();
    expect(event.status).toBe("failed");
    expect(event.execution.error).toMatchObject({ message: "text", cause: "text" });
    expect(event.execution.duration).toBeGreaterThanOrEqual(0);
  });

  test("a cancellation is recorded, and thrown", async () => {
    const stop = new Cancellation("stop");
    const event = calling({ run: async () => Promise.reject(stop) });
    await expect(event.invoke()).rejects.toBe(stop);
    expect(event.execution).toMatchObject({ status: "cancelled", error: stop });
  });

  test("an abort ends it, though the tool does not listen", async () => {
    const controller = new AbortController();
    const event = calling({ run: async () => new Promise(() => {}) });
    const invoked = event.invoke({ signal: controller.signal });
    const reason = new Error("enough");
    controller.abort(reason);
    await expect(invoked).rejects.toBe(reason);
    expect(event.status).toBe("cancelled");
  });

  test("what was aborted before it started does not start", async () => {
    let ran = false;
    const run = async () => {
      ran = true;
    };
    await expect(calling({ run }).invoke({ signal: AbortSignal.abort(new Error("early")) })).rejects.toThrow("early");
    expect(ran).toBe(false);
  });

  test("it runs again when it is put back to pending, and keeps its error", async () => {
    let runs = 0;
    const event = calling({
      run: () => {
        runs += 1;
        if (runs === 1) throw new Error("first");
        return runs;
      },
    });
    await event.invoke();
    await event.invoke();
    event.status = "pending";
    await event.invoke();
    expect(event.execution).toMatchObject({ status: "completed", response: 2, error: { message: "first" } });
  });

  test("completion is signalled by every terminal status, also before it is asked for", async () => {
    const event = calling({});
    const { completion } = event;
    event.status = "skipped";
    await completion;
    const late = calling({});
    late.status = "aborted";
    await late.completion;
    expect(() => {
      event.status = "nope" as never;
    }).toThrow("Invalid status: nope");
    expect(event.status).toBe("skipped");
  });

  test("it cannot be rebuilt, and says so when it did not complete", () => {
    expect(() => FunctionCalling.fromJSON()).toThrow(expect.objectContaining({ code: "not_rebuildable" }));
    expect(() => calling({}).assertCompleted()).toThrow("{'status': 'pending', 'duration': None, 'error': None, 'retryable': None}");
  });
});
