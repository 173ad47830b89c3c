import { PermissionError } from "@acta/governance";
import { verifies } from "@acta/requirements";
import { noUnhandledRejections } from "@acta/test-kit";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { calling } from "../test/calling.js";
import { schemaOf } from "../test/tool.js";
import { DeclaredFailure } from "./errors.js";
import type { FunctionCalling } from "./function-calling.js";

noUnhandledRejections();

const problem = new Error("no");
const thrower = () => {
  throw problem;
};

describe("output", () => {
  test("is what its schema makes of it", async () => {
    const output = z.object({ n: z.coerce.number() });
    expect(await calling({ output, run: () => ({ n: "5", secret: 1 }) }).invoke()).toMatchObject({ response: { n: 5 } });
    expect((await calling({ output, run: () => ({ n: "5", secret: 1 }) }).invoke()).response).not.toHaveProperty("secret");
  });

  test.each([
    ["is refused", schemaOf(() => ({ issues: [{ message: "bad" }, { message: "worse" }] })), "bad; worse"],
    ["is refused later", schemaOf(async () => ({ issues: [{ message: "bad" }] })), "bad"],
    ["meets a schema that throws", schemaOf(thrower), "no"],
    ["meets a schema that answers nothing", schemaOf(() => undefined), "undefined"],
  ])("one that %s fails the call after the tool", async (_, output, text) => {
    const event = calling({ output });
    const { status, error, response } = await event.invoke();
    expect({ status, response }).toEqual({ status: "failed", response: null });
    expect(error?.message).toContain(text);
    expect(event).toMatchObject({ executed: "yes", phase: "output" });
  });

  test("may be checked asynchronously", async () => {
    expect(await calling({ output: schemaOf(async () => ({ value: 7 })) }).invoke()).toMatchObject({ response: 7 });
  });
});

describe("postprocess", () => {
  test("its result is the response", verifies("D1.postprocess"), async () => {
    const factor = 10;
    const postprocess = vi.fn((sum: unknown) => Number(sum) * factor);
    const event = calling({ run: () => 5, output: z.number(), postprocess }, {}, { callId: "call-1" });
    expect(await event.invoke()).toMatchObject({ response: 50 });
    expect(postprocess).toHaveBeenCalledExactlyOnceWith(5, expect.objectContaining({ callId: "call-1" }));
  });

  test("gets the call's context, and closes over its own options", verifies("D1.processor-options", "D1.postprocess"), async () => {
    const options = { suffix: "!" };
    const postprocess = (output: unknown, { attempt }: { readonly attempt: number }) => `${output}${options.suffix}${attempt}`;
    expect(await calling({ run: () => "hi", postprocess }).invoke()).toMatchObject({ response: "hi!1" });
  });

  test("whatever it returns, undefined too", verifies("D1.postprocess"), async () => {
    expect(await calling({ run: () => 5, postprocess: () => undefined }).invoke()).toMatchObject({ response: undefined });
  });

  test("its throw fails the call after the tool", verifies("D1.postprocess"), async () => {
    const event = calling({ postprocess: thrower });
    expect(await event.invoke()).toMatchObject({ status: "failed", error: problem });
    expect(event).toMatchObject({ executed: "yes", phase: "postprocess" });
  });

  test("a PermissionError after the tool is a failure", verifies("D5.permission-error"), async () => {
    const error = new PermissionError("too late");
    const postprocess = () => {
      throw error;
    };
    expect(await calling({ postprocess }).invoke()).toMatchObject({ status: "failed", error });
  });
});

describe("isFailure", () => {
  const isFailure = (output: unknown) => (output as { ok: boolean }).ok === false;

  test("an output that tells of a failure fails the call, and is kept", async () => {
    const event = calling({ run: () => ({ ok: false, why: "full" }), isFailure });
    const { status, response, error } = await event.invoke();
    expect({ status, response }).toEqual({ status: "failed", response: { ok: false, why: "full" } });
    expect(DeclaredFailure.isInstance(error)).toBe(true);
    expect(event.executed).toBe("yes");
  });

  test("is asked about the postprocessed output", async () => {
    const event = calling({ run: () => ({ ok: true }), postprocess: () => ({ ok: false }), isFailure });
    expect(await event.invoke()).toMatchObject({ status: "failed", response: { ok: false } });
  });

  test("nothing is guessed from an output", async () => {
    expect(await calling({ run: () => ({ ok: false, error: "x" }) }).invoke()).toMatchObject({ status: "completed" });
    expect(await calling({ run: () => ({ ok: true }), isFailure }).invoke()).toMatchObject({ status: "completed" });
  });

  test("its throw fails the call", async () => {
    expect(await calling({ isFailure: thrower }).invoke()).toMatchObject({ status: "failed", error: problem });
  });
});

describe("progress", () => {
  const streamed = async (event: FunctionCalling) => {
    const items: unknown[] = [];
    const stream = event.stream();
    for (;;) {
      const { done, value } = await stream.next();
      if (done) return { items, response: value.response, status: value.status };
      items.push(value);
    }
  };

  test.each([
    [
      "an async generator",
      async function* () {
        yield 1;
        yield { half: true };
        return "done";
      },
    ],
    [
      "a generator",
      function* () {
        yield 1;
        yield { half: true };
        return "done";
      },
    ],
  ])("what %s yields is streamed, what it returns is the response", async (_, run) => {
    expect(await streamed(calling({ run }))).toEqual({ items: [1, { half: true }], response: "done", status: "completed" });
  });

  test("a generator runs to its end even if nobody streams", async () => {
    const run = function* () {
      yield 1;
      return "done";
    };
    expect(await calling({ run }).invoke()).toMatchObject({ response: "done" });
  });

  test.each([
    ["an array", [1, 2]],
    ["a map", new Map([[1, 2]])],
    ["a set", new Set([1])],
    ["text", "text"],
    ["an iterator of an array", [1, 2].values()],
  ])("%s is an output, no progress", async (_, output) => {
    const { response, ...rest } = await streamed(calling({ run: () => output }));
    expect(rest).toEqual({ items: [], status: "completed" });
    expect(response).toBe(output);
  });

  test("a generator that throws after its progress fails the call", async () => {
    const run = async function* () {
      yield 1;
      throw problem;
    };
    expect(await streamed(calling({ run }))).toMatchObject({ items: [1], status: "failed" });
  });
});

describe("B33: whether an output is a failure may be answered later", () => {
  test.each([
    ["no", false, "completed"],
    ["yes", true, "failed"],
  ])("%s", async (_, answer, status) => {
    const event = await calling({ run: () => 1, isFailure: () => Promise.resolve(answer) }).invoke();
    expect(event).toMatchObject({ status, response: 1 });
  });

  test("a promise that rejects fails the call", async () => {
    expect(await calling({ run: () => 1, isFailure: () => Promise.reject(problem) }).invoke()).toMatchObject({
      status: "failed",
      error: problem,
    });
  });
});
