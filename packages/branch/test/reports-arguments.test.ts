import { withProcessors } from "@acta/actions";
import { escalate, type Gate } from "@acta/governance";
import { createActionRequest } from "@acta/messages";
import { noUnhandledRejections } from "@acta/test-kit";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Branch } from "../src/index.js";
import { ask, end, first, history, tool, watch } from "./support.js";

/** What went wrong elsewhere in public with arguments, tried here. The ids are those of the reports: see `docs/reports.md`. */

noUnhandledRejections();

const asked = { path: "in.txt", text: "x" };
type File = { readonly path: string; readonly text: string };

describe("B17: rewrites follow each other in the order of registration, whoever is faster", () => {
  /** Resolves after so many turns of the event loop. */
  async function turns(count: number): Promise<void> {
    for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
  }

  function arrange(last: (input: File) => unknown) {
    const judged: unknown[] = [];
    const ran: unknown[] = [];
    const pre = [
      async (input: object) => {
        await turns(30);
        return { ...input, path: "a.txt" };
      },
      () => undefined,
      async (input: object) => {
        await turns(1);
        return { ...input, path: `${(input as File).path}.bak` };
      },
      (input: object) => last(input as File),
    ];
    const write = withProcessors(
      tool("write_file", (input) => ran.push(input)),
      { pre: { write_file: pre } },
    );
    const policy: Gate = (call) => {
      judged.push(call.arguments);
      return !String(call.arguments.path).endsWith(".bak");
    };
    return { ...watch({ tools: [write], policy }), judged, ran };
  }

  test("the policy sees exactly what would run, twenty times the same, and the request stays as the model made it", async () => {
    const { branch, judged, ran } = arrange(() => undefined);
    const models = await branch.act(Array.from({ length: 20 }, () => ask("write_file", asked)));
    for (const model of models) expect(end(model)).toEqual(["denied", "no", "gate_denied"]);
    expect(judged).toEqual([...models.map(() => asked), ...models.map(() => ({ path: "a.txt.bak", text: "x" }))]);
    expect(ran).toEqual([]);
    expect(models.map((model) => model.arguments)).toEqual(models.map(() => asked));
    expect(branch.log[0]).toMatchObject({ arguments: asked, execution: { status: "skipped" } });
  });

  const hack = (input: File) => {
    (input as { text: string }).text = "HACK";
  };

  test("arguments changed in place: they are frozen, and the call fails before its tool", async () => {
    const { branch, ran } = arrange(hack);
    expect(end(first(await branch.act(ask("write_file", asked))))).toEqual(["failed", "no", "preprocess_failed"]);
    expect([ran, branch.messages.messages[0]?.content]).toMatchObject([[], { arguments: asked }]);
  });

  test("in place by a guard: the call is denied", async () => {
    const { branch, ran } = watch({ tools: [tool("write_file")] }) as ReturnType<typeof arrange>;
    branch.on("tool.pre", ({ arguments: input }) => hack(input as never));
    expect(end(first(await branch.act(ask("write_file", asked))))).toEqual(["denied", "no", "pre_hook_failed"]);
    expect(ran).toBeUndefined();
  });

  test("what ran is told apart from what was asked, and no two calls share an object", async () => {
    const ran: unknown[] = [];
    const renamed = withProcessors(
      tool("write_file", (input) => void ran.push(input)),
      { pre: { "*": [(input) => ({ ...input, path: "b.txt" })] } },
    );
    const { branch, entries } = watch({ tools: [renamed] });
    const shared = ask("write_file", { ...asked, deep: { list: [1] } });
    await branch.act([shared, shared]);
    const [one, two] = ran as [{ deep: object }, { deep: object }];
    expect([one, one === two, one.deep === two.deep]).toEqual([{ ...asked, deep: { list: [1] }, path: "b.txt" }, false, false]);
    const intended = entries().flatMap(({ kind, body }) =>
      kind === "call.intended" ? [(body as { arguments: File }).arguments.path] : [],
    );
    expect([intended, branch.log[0]]).toMatchObject([["b.txt", "b.txt"], { arguments: { path: "b.txt" } }]);
    expect(branch.messages.messages[0]?.content).toMatchObject({ arguments: { path: "in.txt" } });
  });
});

describe("B19: an approval is of this content, and of no other", () => {
  const by = { by: "ada" };

  function arrange(preprocess?: (input: object) => object) {
    const ran: unknown[] = [];
    const policy: Gate = (call) => call.function !== "transfer" || escalate("money");
    const transfer = tool("transfer", (input) => void ran.push(input), preprocess && { preprocess: preprocess as never });
    return { ...watch({ tools: [transfer, tool("other", (input) => void ran.push(input))], policy }), ran };
  }
  const little = { to: "x", amount: 10 };
  const much = { to: "x", amount: 9_999 };
  const waiting = async (branch: Branch) => (await branch.approvals()).map(({ id, arguments: input }) => ({ id, input }));

  test("the same request with other arguments is no new proposal, and what was approved is what runs", async () => {
    const { branch, ran } = arrange();
    const request = (input: object) => createActionRequest({ id: "p1", function: "transfer", arguments: input as never });
    await branch.act(request(little));
    expect(end(first(await branch.act(request(much))))).toEqual(["skipped", "no", "duplicate"]);
    const [only, ...others] = await waiting(branch);
    expect([only?.input, others]).toEqual([little, []]);
    await branch.approve(only?.id ?? "", by);
    expect(ran).toEqual([little]);
    expect(await branch.approve(only?.id ?? "", by)).toMatchObject({ success: false, code: "unknown" });
    expect(end(first(await branch.act(request(much))))).toEqual(["skipped", "no", "already_answered"]);
    expect(ran).toEqual([little]);
  });

  test("a proposal with the same call id of the model, and other arguments, asks for itself", async () => {
    const { branch, ran } = arrange();
    await branch.act(ask("transfer", little, "call_1"));
    await branch.act(ask("transfer", much, "call_1"));
    const [one, two] = await waiting(branch);
    await branch.approve(one?.id ?? "", by);
    expect([ran, two?.input]).toEqual([[little], much]);
  });

  test("for the same arguments of two calls everybody is asked twice, and of another tool not at all", async () => {
    let approvals = 0;
    const { ran } = arrange();
    const branch = new Branch({
      tools: [tool("transfer", (input) => void ran.push(input))],
      policy: () => escalate("money"),
      onEscalate: () => ++approvals === 1,
    });
    const models = await branch.act([ask("transfer", little), ask("transfer", little)], { strategy: "sequential" });
    expect([models.map(end), ran, approvals]).toEqual([
      [
        ["succeeded", "yes", null],
        ["denied", "no", "escalation_refused"],
      ],
      [little],
      2,
    ]);
  });

  test("in another order they are the same", async () => {
    const { branch, ran } = arrange(() => ({ amount: 10, to: "x" }));
    await branch.act(ask("transfer", little));
    const [only] = await waiting(branch);
    expect(await branch.approve(only?.id ?? "", by)).toMatchObject({ success: true });
    expect(ran).toEqual([little]);
  });

  test("changed after it was given: nothing runs, and a new one is asked for", async () => {
    const { branch, ran } = arrange(() => much);
    await branch.act(ask("transfer", little));
    const [only] = await waiting(branch);
    expect(await branch.approve(only?.id ?? "", by)).toMatchObject({ outcome: { kind: "escalated" } });
    const [next, ...others] = await waiting(branch);
    expect([ran, next?.input, others]).toEqual([[], much, []]);
    expect(next?.id).not.toBe(only?.id);
    expect(await branch.approve(only?.id ?? "", by)).toMatchObject({ code: "unknown" });
    await branch.reject(next?.id ?? "", by);
    expect([ran, history(branch)]).toEqual([[], ["transfer", "!escalation_refused"]]);
  });
});

describe("B35: what the schema makes of the arguments is what is judged and run", () => {
  const input = z.object({
    q: z.string(),
    limit: z.number().default(25),
    page: z.number().min(3).default(8),
    tag: z.string().trim().toLowerCase().optional(),
    n: z.coerce.number().optional(),
    cents: z
      .number()
      .transform((euros) => euros * 100)
      .optional(),
  });

  function arrange(more: object = {}) {
    const ran: unknown[] = [];
    const judged: unknown[] = [];
    const search = tool("search", (given) => void ran.push(given), { input: input as never, ...more });
    const policy: Gate = (call) => {
      judged.push(call.arguments);
      return true;
    };
    const watched = watch({ tools: [search], policy });
    return { ...watched, ran, judged };
  }

  test("defaults, trims and coercions: tool, policy and event have the one, the request has the other", async () => {
    const { branch, ran, judged } = arrange();
    const given = { q: "x", tag: " A ", n: "7" };
    const parsed = { q: "x", limit: 25, page: 8, tag: "a", n: 7 };
    await branch.act(ask("search", JSON.stringify(given)));
    expect([ran, judged, branch.log[0]]).toMatchObject([[parsed], [parsed], { arguments: parsed }]);
    expect(branch.messages.messages[0]?.content).toMatchObject({ arguments: JSON.stringify(given) });
  });

  test.each([
    [{ q: "x", page: 1 }, "/page"],
    [{}, "/q"],
  ])("%j is refused, with the path, and nothing runs", async (given, path) => {
    const { branch, ran, judged } = arrange();
    const model = first(await branch.act(ask("search", given)));
    expect(end(model)).toEqual(["rejected", "no", "invalid_arguments"]);
    expect(model.response?.content.error?.message).toContain(path);
    expect([ran, judged]).toEqual([[], []]);
  });

  test("a key that the schema does not know: refused where the tool is strict, else it reaches nobody", async () => {
    const strict = arrange({ strict: true });
    expect(end(first(await strict.branch.act(ask("search", { q: "x", bogus: 1 }))))).toEqual(["rejected", "no", "invalid_arguments"]);
    expect(strict.ran).toEqual([]);
    const loose = arrange();
    await loose.branch.act(ask("search", { q: "x", bogus: 1 }));
    expect([loose.ran, loose.judged]).toEqual([[{ q: "x", limit: 25, page: 8 }], [{ q: "x", limit: 25, page: 8 }]]);
  });

  test("after a rewrite the schema has its say once more, and transforms nothing twice", async () => {
    const { branch, ran, judged } = arrange({ preprocess: (given: object) => ({ ...given, q: "y" }) });
    await branch.act(ask("search", { q: "x", cents: 2, n: "7" }));
    const parsed = { q: "x", limit: 25, page: 8, n: 7, cents: 200 };
    expect([ran, judged]).toEqual([[{ ...parsed, q: "y" }], [parsed, { ...parsed, q: "y" }]]);
    const invalid = arrange({ preprocess: (given: object) => ({ ...given, page: 1 }) });
    expect(end(first(await invalid.branch.act(ask("search", { q: "x" }))))).toEqual(["rejected", "no", "invalid_arguments"]);
  });

  test.each([undefined, { q: "z", cents: 3 }])("nor does an approval, with the arguments %j", async (edited) => {
    const ran: unknown[] = [];
    const search = tool("search", (given) => void ran.push(given), { input: input as never });
    const { branch } = watch({ tools: [search], policy: () => escalate("sure?") });
    await branch.act(ask("search", { q: "x", cents: 2 }));
    const [approval] = await branch.approvals();
    await branch.approve(approval?.id ?? "", { by: "ada", arguments: edited });
    expect(ran).toEqual([edited ? { q: "z", limit: 25, page: 8, cents: 300 } : { q: "x", limit: 25, page: 8, cents: 200 }]);
  });

  test("a model is told of the input side", () => {
    const { branch } = arrange();
    const [schema] = branch.actions.schemas();
    expect(schema?.parameters).toMatchObject({ required: ["q"], properties: { limit: { type: "number" } } });
  });
});
