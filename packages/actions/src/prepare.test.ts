import { type JsonObject, PermissionError } from "@acta/governance";
import { verifies } from "@acta/requirements";
import { deferred, noUnhandledRejections } from "@acta/test-kit";
import { afterEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { every, processed } from "../test/processed.js";
import { InvalidArguments, NotAdmitted } from "./errors.js";
import type { FunctionCalling } from "./function-calling.js";
import type { Processor } from "./processors.js";
import type { Tool } from "./tool.js";

noUnhandledRejections();
afterEach(() => {
  vi.useRealTimers();
});

/** What refused the call. */
async function refusalOf(event: FunctionCalling): Promise<unknown> {
  const { status, error } = await event.invoke();
  expect(status).toBe("skipped");
  expect(event.executed).toBe("no");
  return NotAdmitted.isInstance(error) ? error.cause : error;
}

describe("the chain", () => {
  test("security, pre, preprocess, security again; run; postprocess, post", verifies("D5.chain"), async () => {
    const order: string[] = [];
    const logging = (name: string) => (input: object) => {
      order.push(`${name} ${JSON.stringify(input)}`);
    };
    const { event } = processed(
      {
        security: { "*": [logging("security *")], echo: [logging("security echo")], other: [logging("never")] },
        pre: { echo: [logging("pre echo")], "*": [logging("pre *"), () => ({ a: 2 })] },
        post: { echo: [logging("post echo")], "*": [logging("post *")] },
      },
      { a: 1 },
      {
        run: () => ({ ok: true }),
        preprocess: (input) => {
          order.push(`preprocess ${JSON.stringify(input)}`);
          return undefined;
        },
        postprocess: (output) => {
          order.push(`postprocess ${JSON.stringify(output)}`);
          return output;
        },
      },
    );
    await event.invoke();
    expect(order).toEqual([
      'security * {"a":1}',
      'security echo {"a":1}',
      'pre * {"a":1}',
      'pre echo {"a":2}',
      'preprocess {"a":2}',
      'security * {"a":2}',
      'security echo {"a":2}',
      'postprocess {"ok":true}',
      'post * {"ok":true}',
      'post echo {"ok":true}',
    ]);
  });

  test("the second security pass comes only after a change", verifies("D5.chain"), async () => {
    const security = vi.fn();
    await processed({ security: every(security), pre: every(() => ({ a: 1 })) }, { a: 1 }).event.invoke();
    expect(security).toHaveBeenCalledOnce();
    await processed({ security: every(security), pre: every(() => ({ a: 2 })) }, { a: 1 }).event.invoke();
    expect(security).toHaveBeenCalledTimes(3);
  });

  test("a change by security itself, or by preprocess, is judged again, too", verifies("D5.chain"), async () => {
    const judged = vi.fn();
    await processed({ security: every((input) => ({ ...input, b: 2 }), judged) }, { a: 1 }).event.invoke();
    expect(judged.mock.calls.map(([input]) => input)).toEqual([
      { a: 1, b: 2 },
      { a: 1, b: 2 },
    ]);
    judged.mockClear();
    await processed({ security: every(judged) }, { a: 1 }, { preprocess: () => ({ a: 2 }) }).event.invoke();
    expect(judged.mock.calls.map(([input]) => input)).toEqual([{ a: 1 }, { a: 2 }]);
  });

  test("the second pass judges what the schema made of the change", verifies("D5.chain"), async () => {
    const judged = vi.fn();
    const input = z.object({ path: z.string().trim() });
    const { event, ran } = processed({ security: every(judged), pre: every(() => ({ path: "  /etc  " })) }, { path: "/home" }, { input });
    await event.invoke();
    expect(judged).toHaveBeenLastCalledWith({ path: "/etc" }, expect.anything());
    expect(ran).toEqual([{ path: "/etc" }]);
  });

  test("a change by the second pass is refused", verifies("D5.chain"), async () => {
    let pass = 0;
    const { event, ran } = processed(
      { security: every(() => (++pass === 2 ? { a: 3 } : undefined)), pre: every(() => ({ a: 2 })) },
      { a: 1 },
    );
    expect(InvalidArguments.isInstance(await refusalOf(event))).toBe(true);
    expect(ran).toEqual([]);
  });
});

describe("what a processor gets and gives", () => {
  test("the normalized arguments, frozen, and the call", verifies("D5.processor-payload"), async () => {
    const processor = vi.fn((input: JsonObject) => {
      expect(Object.isFrozen(input)).toBe(true);
    });
    const { event } = processed({ pre: every(processor) }, Object.freeze({ a: 1 }), {}, { raw: { a: "1" } });
    await event.invoke();
    expect(processor).toHaveBeenCalledExactlyOnceWith(
      { a: 1 },
      expect.objectContaining({ toolName: "echo", callId: event.callId, idempotencyKey: event.callId, attempt: 1 }),
    );
  });

  test("the signal of the call", async () => {
    const controller = new AbortController();
    const { promise, resolve } = deferred<AbortSignal>();
    const asking: Processor = (_input, context) => {
      resolve(context.signal);
      return new Promise(() => {});
    };
    const ended = processed({ pre: every(asking) }).event.invoke({ signal: controller.signal });
    const signal = await promise;
    expect(signal.aborted).toBe(false);
    controller.abort("enough");
    await expect(ended).rejects.toBe("enough");
    expect(signal.reason).toBe("enough");
  });

  test("an object replaces the arguments, at once or as a promise", verifies("D5.processor-payload"), async () => {
    const { event, ran } = processed(
      {
        pre: every(
          () => ({ a: 2 }),
          async (input) => ({ ...input, b: 3 }),
        ),
      },
      { a: 1 },
    );
    await event.invoke();
    expect(ran).toEqual([{ a: 2, b: 3 }]);
    expect(Object.isFrozen(ran[0])).toBe(true);
    expect(event.arguments).toEqual({ a: 2, b: 3 });
  });

  test.each([undefined, null, true, 0, "text", [{ a: 2 }], () => ({ a: 2 })])(
    "%o changes nothing",
    verifies("D5.processor-payload"),
    async (result) => {
      const input = Object.freeze({ a: 1 });
      const { event, ran } = processed(
        {
          pre: every(
            () => result,
            async () => result,
          ),
        },
        input,
      );
      await event.invoke();
      expect(ran[0]).toBe(input);
    },
  );

  test("changed top-level keys are put into the raw arguments, removed ones leave them", verifies("D5.processor-payload"), async () => {
    const validate = vi.fn((value: unknown) => ({ value }));
    const input = { "~standard": { version: 1, vendor: "test", validate } } as unknown as Tool["input"];
    const { event } = processed(
      { pre: every(() => ({ kept: { deep: 1 }, changed: 5, added: [6] })) },
      { kept: { deep: 1 }, changed: 2, removed: 3 },
      { input },
      { raw: { kept: "raw", changed: "raw", removed: "raw", unseen: "raw" } },
    );
    await event.invoke();
    expect(validate).toHaveBeenCalledExactlyOnceWith({ kept: "raw", changed: 5, added: [6], unseen: "raw" });
  });

  test("what the schema refuses is refused", async () => {
    const { event, ran } = processed({ pre: every(() => ({ a: "x" })) }, { a: 1 }, { input: z.object({ a: z.number() }) });
    expect(await refusalOf(event)).toMatchObject({ issues: [{ path: "/a" }] });
    expect(ran).toEqual([]);
  });

  test.each([
    ["a date", () => ({ a: new Date(0) })],
    ["a map", () => new Map()],
    ["an accessor", () => Object.defineProperty({}, "a", { enumerable: true, get: () => 1 })],
  ])("%s is refused", async (_, processor) => {
    const { event, ran } = processed({ pre: every(processor) });
    expect(InvalidArguments.isInstance(await refusalOf(event))).toBe(true);
    expect(ran).toEqual([]);
  });
});

describe("a processor that fails", () => {
  const denied = new PermissionError("not you");
  const problem = new Error("no");
  const places = ["security", "pre"] as const;
  const throwing = (error: Error) => () => {
    throw error;
  };

  test.each(places)("a PermissionError of %s skips the call", verifies("D5.permission-error"), async (place) => {
    for (const processor of [throwing(denied), async () => Promise.reject(denied)]) {
      const { event, ran } = processed({ [place]: every(processor) });
      expect(await refusalOf(event)).toBe(denied);
      expect(ran).toEqual([]);
    }
  });

  test("a PermissionError of the second security pass skips the call", verifies("D5.permission-error"), async () => {
    const security = every((input) => {
      if (input.path === "/etc") throw denied;
    });
    const { event, ran } = processed({ security, pre: every(() => ({ path: "/etc" })) }, { path: "/home" });
    expect(await refusalOf(event)).toBe(denied);
    expect(ran).toEqual([]);
  });

  test.each(places)("any other error of %s fails it, before the tool", async (place) => {
    for (const processor of [throwing(problem), async () => Promise.reject(problem)]) {
      const { event, ran } = processed({ [place]: every(processor) });
      expect(await event.invoke()).toMatchObject({ status: "failed", error: problem });
      expect(event).toMatchObject({ executed: "no", phase: "preprocess" });
      expect(ran).toEqual([]);
    }
  });

  test("an error that only looks like a PermissionError is none", verifies("D5.permission-error"), async () => {
    const lookalike = Object.assign(new Error("not you"), { name: "PermissionError", code: "permission_denied" });
    const { event } = processed({ security: every(throwing(lookalike)) });
    expect(await event.invoke()).toMatchObject({ status: "failed", error: lookalike });
  });
});

describe("a security processor that hangs", () => {
  const hanging = () => new Promise(() => {});

  test("is given up after its time, and the tool does not run", async () => {
    vi.useFakeTimers();
    const { event, ran } = processed({ security: every(hanging) }, {}, {}, { securityTimeoutMs: 50 });
    const refusal = refusalOf(event);
    await vi.advanceTimersByTimeAsync(49);
    expect(event.status).toBe("processing");
    await vi.advanceTimersByTimeAsync(1);
    expect(await refusal).toMatchObject({ code: "processor_timeout", message: "a security processor took over 50 ms" });
    expect(ran).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("has 30 seconds by default, each on its own", async () => {
    vi.useFakeTimers();
    const slow = () => new Promise((resolve) => setTimeout(resolve, 29_000));
    const { event, ran } = processed({ security: every(slow, slow) });
    const ended = event.invoke();
    await vi.advanceTimersByTimeAsync(58_000);
    expect(await ended).toMatchObject({ status: "completed" });
    expect(ran).toHaveLength(1);
    const refusal = refusalOf(processed({ security: every(hanging) }).event);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await refusal).toMatchObject({ code: "processor_timeout" });
  });

  test("is given up in the second pass, too", async () => {
    vi.useFakeTimers();
    const security = every(({ a }) => (a === 2 ? hanging() : undefined));
    const { event, ran } = processed({ security, pre: every(() => ({ a: 2 })) }, { a: 1 }, {}, { securityTimeoutMs: 50 });
    const refusal = refusalOf(event);
    await vi.advanceTimersByTimeAsync(50);
    expect(await refusal).toMatchObject({ code: "processor_timeout" });
    expect(ran).toEqual([]);
  });

  test("is not a pre processor: that has the time of the call", async () => {
    vi.useFakeTimers();
    const slow = () => new Promise((resolve) => setTimeout(resolve, 60_000));
    const ended = processed({ pre: every(slow) }, {}, {}, { securityTimeoutMs: 50 }).event.invoke();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await ended).toMatchObject({ status: "completed" });
  });

  test("leaves no timer when the call ends first", async () => {
    vi.useFakeTimers();
    const { event } = processed({ security: every(hanging) });
    const ended = event.invoke({ timeoutMs: 5 });
    await vi.advanceTimersByTimeAsync(5);
    expect(await ended).toMatchObject({ status: "aborted" });
    expect(vi.getTimerCount()).toBe(0);
  });
});
