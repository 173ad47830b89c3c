import { withProcessors } from "@acta/actions";
import { type CallContext, type JsonObject, PermissionError } from "@acta/governance";
import { verifies } from "@acta/requirements";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ask, asynchronous, end, first, history, statuses, steps, tool, toolHooks, watch } from "./support.js";

const open = z.looseObject({});
const eventArguments = (watched: ReturnType<typeof watch>) => (watched.branch.log[0] as { arguments: unknown }).arguments;
const intended = (watched: ReturnType<typeof watch>) =>
  watched.entries().flatMap(({ kind, body }) => (kind === "call.intended" ? [(body as { arguments: unknown }).arguments] : []));

describe("preprocess", () => {
  test("undefined changes nothing, and nobody is asked again", verifies("D1.preprocess"), async () => {
    const asked: unknown[] = [];
    const watched = watch({
      tools: [tool("t", (input) => input, { preprocess: () => undefined })],
      policy: (call) => asked.push(call.arguments) > 0,
    });
    expect(first(await watched.branch.act(ask("t", { a: 1 }))).output).toEqual({ a: 1 });
    expect(asked).toEqual([{ a: 1 }]);
  });

  test(
    "changed keys go into the raw arguments, are parsed once and authorized again; the event has what ran",
    verifies("D1.preprocess", "D5.processor-payload"),
    async () => {
      const asked: unknown[] = [];
      const payloads: unknown[] = [];
      const input = z.object({ cents: z.string().transform((text) => Number(text) * 100), to: z.string() }) as never;
      const preprocess = (given: unknown) => {
        payloads.push(given);
        return { ...(given as JsonObject), to: "B" };
      };
      const watched = watch({
        tools: [tool("pay", (given) => given, { input, preprocess })],
        policy: (call) => asked.push(call.arguments) > 0,
      });
      const model = first(await watched.branch.act(ask("pay", { cents: "3", to: "a" })));
      expect(payloads).toEqual([{ cents: 300, to: "a" }]);
      expect(Object.isFrozen(payloads[0])).toBe(true);
      expect(asked).toEqual([
        { cents: 300, to: "a" },
        { cents: 300, to: "B" },
      ]);
      expect(model).toMatchObject({ output: { cents: 300, to: "B" }, arguments: { cents: "3", to: "a" } });
      expect(model.response?.content.arguments).toEqual({ cents: "3", to: "a" });
      expect(eventArguments(watched)).toEqual({ cents: 300, to: "B" });
      expect(intended(watched)).toEqual([{ cents: 300, to: "B" }]);
    },
  );

  test("a denial of the changed arguments refuses", verifies("D1.ordinary-error", "D2.denied"), async () => {
    let runs = 0;
    const watched = watch({
      tools: [tool("t", () => ++runs, { preprocess: () => ({ path: "/etc/passwd" }) })],
      policy: (call: CallContext) => call.arguments.path !== "/etc/passwd",
    });
    expect(end(first(await watched.branch.act(ask("t", { path: "/tmp" }))))).toEqual(["denied", "no", "gate_denied"]);
    expect(runs).toBe(0);
    expect(toolHooks(watched)).toEqual(["tool.pre", "tool.error"]);
    expect(statuses(watched.branch)).toEqual(["skipped"]);
    expect(steps(watched)).toEqual(["proposed", "settled"]);
  });

  test.each<[string, unknown]>([
    ["arguments that the schema refuses", { n: "x" }],
    ["something that is no object", 7],
    ["null", null],
    ["a class instance", new Date(0)],
  ])("%s are rejected", verifies("D1.ordinary-error"), async (_, result) => {
    let runs = 0;
    const input = z.object({ n: z.number() }) as never;
    const watched = watch({ tools: [tool("t", () => ++runs, { input, preprocess: () => result as never })] });
    expect(end(first(await watched.branch.act(ask("t", { n: 1 }))))).toEqual(["rejected", "no", "invalid_arguments"]);
    expect(runs).toBe(0);
    expect(statuses(watched.branch)).toEqual(["skipped"]);
    expect(toolHooks(watched)).toEqual(["tool.pre", "tool.error"]);
  });
});

describe("what a step throws", () => {
  const boom = () => {
    throw new Error("boom");
  };
  test.each([
    ["preprocess", { preprocess: boom }, "no", "preprocess_failed", 0],
    ["the tool", {}, "yes", "tool_failed", 1],
    ["postprocess", { postprocess: boom }, "yes", "postprocess_failed", 1],
    ["the output's schema", { output: z.object({ n: z.number() }) as never }, "yes", "invalid_output", 1],
  ] as const)("%s", verifies("D1.ordinary-error"), async (name, more, executed, code, expected) => {
    let runs = 0;
    const run = () => {
      runs++;
      if (name === "the tool") boom();
      return {};
    };
    const watched = watch({ tools: [tool("t", run, more)] });
    const model = first(await watched.branch.act(ask("t")));
    expect(end(model)).toEqual(["failed", executed, code]);
    expect(model.output).toBeNull();
    expect(runs).toBe(expected);
    expect(watched.branch.log[0]).toMatchObject({
      execution: { status: "failed", duration: expect.any(Number), error: expect.anything() },
    });
    expect(history(watched.branch)).toEqual(["t", `!${code}`]);
    expect(toolHooks(watched)).toEqual(["tool.pre", "tool.error"]);
  });

  test("a declared failure keeps its output in the event", async () => {
    const watched = watch({
      tools: [
        tool("t", () => ({ isError: true, text: "x".repeat(2_000) }), { isFailure: (output) => Boolean((output as JsonObject).isError) }),
      ],
    });
    const model = first(await watched.branch.act(ask("t")));
    expect(end(model)).toEqual(["failed", "yes", "declared_failure"]);
    expect(model.output).toBeNull();
    expect(model.outcome.error?.message).toBe(`{"isError":true,"text":"${"x".repeat(976)}`);
    expect(watched.branch.log[0]).toMatchObject({ execution: { status: "failed", response: { isError: true } } });
  });
});

describe("PermissionError", () => {
  const refuse = () => {
    throw new PermissionError("not yours");
  };
  test.each([
    ["a security processor", { security: { t: [refuse] } }],
    ["a pre processor", { pre: { t: [refuse] } }],
  ])("thrown by %s: denied", verifies("D5.permission-error"), async (_, processors) => {
    let runs = 0;
    const watched = watch({
      tools: [
        withProcessors(
          tool("t", () => ++runs),
          processors,
        ),
      ],
    });
    const model = first(await watched.branch.act(ask("t")));
    expect(end(model)).toEqual(["denied", "no", "permission_denied"]);
    expect(model.output).toEqual({ error: "denied by permission policy", function: "t" });
    expect(model.response?.content.error).toEqual({ code: "permission_denied", message: "not yours" });
    expect([runs, statuses(watched.branch)]).toEqual([0, ["skipped"]]);
  });

  test("thrown by the tool's own preprocess: denied; after the callable: failed", verifies("D5.permission-error"), async () => {
    const tools = [
      tool("before", () => 1, { preprocess: refuse }),
      tool("during", refuse),
      tool("after", () => 1, { postprocess: refuse }),
    ];
    const watched = watch({ tools });
    const models = await watched.branch.act([ask("before"), ask("during"), ask("after")]);
    expect(models.map(end)).toEqual([
      ["denied", "no", "permission_denied"],
      ["failed", "yes", "tool_failed"],
      ["failed", "yes", "postprocess_failed"],
    ]);
    expect(models.map(({ response }) => response?.content.error?.code)).toEqual(["permission_denied", "tool_failed", "postprocess_failed"]);
  });

  test("nothing else counts as one", async () => {
    const lookalike = Object.assign(new Error("no"), { name: "PermissionError", code: "permission_denied" });
    const preprocess = () => {
      throw lookalike;
    };
    const { branch } = watch({ tools: [tool("t", () => 1, { preprocess })] });
    expect(end(first(await branch.act(ask("t"))))).toEqual(["failed", "no", "preprocess_failed"]);
  });
});

describe("what was judged is what runs", () => {
  const judged = (seen: unknown[]) => ({ policy: (call: CallContext) => seen.push(call.arguments) > 0 });

  test("a getter or a proxy that changes its mind", async () => {
    let reads = 0;
    const fickle = new Proxy(
      { path: "/tmp" },
      {
        getOwnPropertyDescriptor: (target, key) => ({
          ...Reflect.getOwnPropertyDescriptor(target, key),
          configurable: true,
          value: reads++ === 0 ? "/tmp" : "/etc",
        }),
      },
    );
    const seen: unknown[] = [];
    const { branch } = watch({ tools: [tool("t", (input) => input)], ...judged(seen) });
    const model = first(await branch.act(ask("t", fickle)));
    expect(seen).toHaveLength(1);
    expect(model).toMatchObject({ success: true, output: seen[0] });
  });

  test("toJSON is not asked", async () => {
    const seen: unknown[] = [];
    const { branch } = watch({ tools: [tool("t", (input) => input)], ...judged(seen) });
    const model = first(await branch.act(ask("t", { path: "/tmp", toJSON: () => ({ path: "/etc" }) })));
    expect(end(model)).toEqual(["rejected", "no", "invalid_arguments"]);
    expect(seen).toEqual([]);
  });

  test.each(["hook", "await gap", "processor", "sibling"])(
    "a shared reference changed in: %s",
    verifies("D2.gate-arguments"),
    async (place) => {
      const shared = { nested: { path: "/tmp" } };
      const change = (where: string) => {
        if (where === place) shared.nested.path = "/etc/passwd";
      };
      const seen: unknown[] = [];
      const policy = async (call: CallContext) => {
        seen.push(call.arguments);
        await Promise.resolve();
        change("await gap");
        return true;
      };
      const preprocess = () => void change("processor");
      const watched = watch({
        tools: [tool("t", (input) => input, { preprocess, input: open as never }), tool("other", () => change("sibling"))],
        policy,
      });
      watched.branch.on("tool.pre", ({ arguments: input }) => {
        change("hook");
        expect(() => Object.assign((input as { nested: object }).nested ?? {}, { path: "/etc/passwd" })).toThrow(TypeError);
      });
      const requests = [ask("other", { nested: {} }), ask("t", shared)];
      const models = await watched.branch.act(requests);
      const model = models[1];
      expect(model?.output).toEqual({ nested: { path: "/tmp" } });
      expect(seen).toContainEqual(model?.output);
      expect(model?.response?.content.arguments).toEqual({ nested: { path: "/tmp" } });
      expect(intended(watched)).toContainEqual({ nested: { path: "/tmp" } });
    },
  );

  test("a shared reference changed between act and the first answer of the journal", async () => {
    const shared = { path: "/tmp" };
    const watched = watch({
      tools: [tool("t", (input) => input)],
      wrap: asynchronous,
    });
    const acting = watched.branch.act(ask("t", shared));
    shared.path = "/etc/passwd";
    expect(first(await acting).output).toEqual({ path: "/tmp" });
  });
});
