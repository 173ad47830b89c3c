import type { FunctionCalling } from "@acta/actions";
import { HookBus } from "@acta/hooks";
import type { Journal } from "@acta/journal";
import { createMessage } from "@acta/messages";
import { verifies } from "@acta/requirements";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Branch, SessionObserver } from "../src/index.js";
import { ask, asynchronous, first, forwarding, history, steps, tool, watch } from "./support.js";

/** A branch whose every step is noted, in order. */
function traced(options: { readonly isAsynchronous: boolean }) {
  const trace: string[] = [];
  const note = <T>(step: string, value: T): T => {
    trace.push(step);
    return value;
  };
  const hooks = new HookBus();
  hooks.on("tool.pre", () => note("tool.pre", undefined));
  hooks.on("tool.post", () => note("tool.post", undefined));
  const observer = new SessionObserver({ gate: () => note("authorize", true) });
  observer.observe("event", () => note("observer", undefined));
  const watched = watch({
    hooks,
    observer,
    wrap: (journal) => {
      const inner = options.isAsynchronous ? asynchronous(journal) : journal;
      const append: typeof inner.append = (branchId, entries, more) => {
        trace.push(...entries.map(({ kind }) => kind));
        return inner.append(branchId, entries, more);
      };
      return forwarding(inner, { append });
    },
    tools: [
      tool("step", () => note("run", { n: 1 }), {
        input: z.looseObject({}).transform((value) => note("validate", value)) as never,
        preprocess: () => note("preprocess", undefined),
        postprocess: (output) => note("postprocess", output),
      }),
    ],
  });
  watched.branch.onMessage(({ kind }) => note(kind, undefined));
  return { ...watched, trace };
}

test.each([[true], [false]])(
  "one call's way, with an asynchronous journal: %s",
  verifies("D2.order", "D5.validation-after"),
  async (isAsynchronous) => {
    const { branch, trace } = traced({ isAsynchronous });
    await branch.act(ask("step"));
    const order = trace.filter((step) => step !== "action_request");
    expect(order).toEqual([
      "call.proposed",
      "validate",
      "authorize",
      "tool.pre",
      "preprocess",
      "call.intended",
      "run",
      "postprocess",
      "call.settled",
      "tool.post",
      "observer",
      "action_response",
    ]);
  },
);

test("proposed in one append for all, intended each in its turn", verifies("D2.order", "D4.sequential"), async () => {
  const appends: number[] = [];
  const wrap = (journal: Journal): Journal => {
    const append: Journal["append"] = (branchId, entries) => {
      appends.push(entries.length);
      return journal.append(branchId, entries);
    };
    return { ...asynchronous(journal), append };
  };
  const watched = watch({ tools: [tool("t")], wrap });
  await watched.branch.act([ask("t"), ask("t")], { strategy: "sequential" });
  expect(steps(watched)).toEqual(["proposed", "proposed", "intended", "settled", "intended", "settled"]);
  expect(appends).toEqual([2, 1, 1, 1, 1]);
});

describe("call ids", () => {
  test("one UUID per call, the same in every hook, signal and record", verifies("D2.call-id", "D4.per-call"), async () => {
    const observer = new SessionObserver({ gate: ({ function: name }) => name !== "no" });
    const watched = watch({ observer, tools: [tool("t"), tool("no")] });
    const models = await watched.branch.act([ask("t"), ask("no"), ask("unknown")]);
    const ids = models.map(({ callId }) => callId);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(ids).size).toBe(3);
    const byCall = (id: string | undefined) => watched.hooks.filter(({ payload }) => payload.callId === id).map(({ point }) => point);
    expect(ids.map(byCall)).toEqual([["tool.pre", "tool.post"], [], ["tool.error"]]);
    expect(new Set(observer.stored.flatMap(({ callId }) => callId ?? []))).toEqual(new Set(ids));
    const settled = watched.entries().filter(({ kind }) => kind === "call.settled");
    expect(new Set(settled.map(({ settles }) => settles))).toEqual(new Set(ids));
    expect(models.map(({ response }) => response?.metadata.callId)).toEqual(ids);
  });
});

describe("hook payloads", () => {
  test(
    "tool.pre: name, call id, summary of the normalized arguments, and the frozen arguments",
    verifies("D2.pre-hook-payload"),
    async () => {
      const seen: unknown[] = [];
      const input = z.object({ n: z.coerce.number(), unit: z.string().default("m") }) as never;
      const watched = watch({ tools: [tool("t", (given) => void seen.push(given), { input })] });
      const model = first(await watched.branch.act(ask("t", { n: "4" })));
      const [pre] = watched.hooks.filter(({ point }) => point === "tool.pre");
      expect(pre?.payload).toEqual({
        callId: model.callId,
        toolName: "t",
        argumentsSummary: '{"n":4,"unit":"m"}',
        arguments: { n: 4, unit: "m" },
      });
      expect(Object.isFrozen(pre?.payload.arguments)).toBe(true);
      expect(seen[0]).toBe(pre?.payload.arguments);
    },
  );

  test("tool.post: call id, name, result summary, output, duration", verifies("D2.post-hook", "D2.return"), async () => {
    const output = { list: [1] };
    const watched = watch({ tools: [tool("t", () => output)] });
    const model = first(await watched.branch.act(ask("t", { a: 1 })));
    const [post] = watched.hooks.filter(({ point }) => point === "tool.post");
    expect(post?.payload).toEqual({
      callId: model.callId,
      toolName: "t",
      resultSummary: '{"list":[1]}',
      output,
      duration: expect.any(Number),
    });
    expect(post?.payload.duration).toBe(eventOf(watched.branch.log[0]).execution.duration);
    expect(model).toMatchObject({ function: "t", arguments: { a: 1 }, success: true });
    expect(model.output).toBe(output);
  });

  test.each([null, false, 0, ""])("returned is the very response: %j", verifies("D2.return"), async (output) => {
    const { branch } = watch({ tools: [tool("t", () => output)] });
    expect(first(await branch.act(ask("t", { a: 1 })))).toMatchObject({ function: "t", arguments: { a: 1 }, success: true, output });
  });

  test("summaries are the first 200 code points of canonical JSON, redacted before the cut", verifies("D2.summaries"), async () => {
    const lines: string[] = [];
    const watched = watch({
      tools: [tool("t", () => ({ text: "😀".repeat(300) }))],
      redact: (value) => JSON.parse(JSON.stringify(value).replaceAll("secret", "***")),
      logger: (line) => void lines.push(line),
    });
    await watched.branch.act(ask("t", { b: "secret", a: "😀".repeat(300) }), { verbose: true });
    await watched.branch.act(ask("t", { b: "secret" }));
    const [pre, , short] = watched.hooks.filter(({ point }) => point !== "message.add").map(({ payload }) => payload);
    expect([...String(pre?.argumentsSummary)]).toHaveLength(200);
    expect(pre?.argumentsSummary).toMatch(/^\{"a":"(😀)+$/u);
    expect(short?.argumentsSummary).toBe('{"b":"***"}');
    const [post] = watched.hooks.filter(({ point }) => point === "tool.post");
    expect([...String(post?.payload.resultSummary)]).toHaveLength(200);
    expect(lines).toEqual([`t({"a":"${"😀".repeat(44)}): succeeded`]);
  });
});

describe("the flow of an observer", () => {
  test("the live event of a call that ran, the record of one that did not", verifies("D2.emit-and-log"), async () => {
    const observer = new SessionObserver({ gate: ({ function: name }) => name === "t" });
    const { branch } = watch({ observer, tools: [tool("t", () => new Map([[1, 2]])), tool("no")] });
    await branch.act([ask("t"), ask("no", { a: 1 })]);
    const [ran, refused] = ["t", "no"].map((name) =>
      observer.stored.flatMap((signal) => (signal.kind === "event" && eventOf(signal.event).function === name ? [signal.event] : [])),
    );
    expect((ran?.[0] as FunctionCalling | undefined)?.execution.response).toEqual(new Map([[1, 2]]));
    expect(refused?.[0]).toMatchObject({ function: "no", arguments: { a: 1 }, execution: { status: "skipped" } });
    expect(branch.log.map((event) => eventOf(event).function).sort()).toEqual(["no", "t"]);
    expect(observer.stored.map(({ kind }) => kind).filter((kind) => kind === "gate_denied")).toHaveLength(1);
  });
});

const eventOf = (event: unknown) => event as { readonly function: string; readonly execution: { readonly duration: number } };

/** A journal that answers several appends at once, as one that commits them together. */
function grouping(journal: Journal): Journal {
  let waiting: (() => void)[] = [];
  const append: Journal["append"] = async (branchId, entries, options) => {
    const answer = await journal.append(branchId, entries, options);
    await new Promise<void>((resolve) => {
      if (waiting.push(resolve) > 1) return;
      setImmediate(() => {
        const all = waiting;
        waiting = [];
        for (const each of all) each();
      });
    });
    return answer;
  };
  return forwarding(journal, { append });
}

test.each<[string, (journal: Journal) => Journal]>([
  ["at once", (journal) => journal],
  ["later", asynchronous],
  ["several at once", grouping],
])("what is added beside calls stands in history as it does in the record; the journal answers %s", async (_, wrap) => {
  const { branch, journal } = watch({ tools: [tool("t", () => 1)], wrap });
  const add = (n: number) => branch.add(createMessage({ id: `m${n}`, role: "user", content: n }));
  await Promise.all([add(1), branch.act(ask("t")), add(2), branch.act([ask("t"), ask("t")]), add(3)]);
  expect(branch.messages.messages).toEqual((await Branch.open({ id: branch.id, journal })).messages.messages);
  expect(history(branch)).toHaveLength(9);
});
