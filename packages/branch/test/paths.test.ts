import type { Executor, ExecutorCall, ExecutorResult } from "@acta/actions/executor";
import { inline } from "@acta/actions/executor";
import { type CallContext, escalate } from "@acta/governance";
import type { Journal } from "@acta/journal";
import { memoryJournal } from "@acta/journal/memory";
import { verifies } from "@acta/requirements";
import { describe, expect, test } from "vitest";
import { Branch, type BranchOptions, recover } from "../src/index.js";
import { ask, end, ends, first, history, never, tool } from "./support.js";

/** Everything that was asked and run, by the place where tools run. */
function arrange(more: Partial<BranchOptions> = {}) {
  const journal = memoryJournal();
  const asked: string[] = [];
  const ran: string[] = [];
  const executor: Executor = {
    ...inline,
    name: "counted",
    execute(call: ExecutorCall) {
      const intents = journal
        .read("b", { kinds: ["call.intended"] })
        .entries.map(({ body }) => body as { callId: string; attempt: number });
      const isIntended = intents.some(({ callId, attempt }) => callId === call.callId && attempt === call.attempt);
      ran.push(`${call.tool.name} ${call.attempt}${isIntended ? "" : " without an intent"}`);
      return inline.execute(call);
    },
  };
  const policy = (call: CallContext) => {
    asked.push(`${call.function} ${call.attempt} ${JSON.stringify(call.arguments)}`);
    return call.function === "sensitive" ? escalate("sure?") : true;
  };
  const options = { journal, executors: [executor], policy, ...more };
  const counted = (name: string, run?: Parameters<typeof tool>[1], rest: Parameters<typeof tool>[2] = {}) =>
    tool(name, run, { executor: "counted", ...rest });
  return { journal, asked, ran, options, counted };
}

/** Each way in which a tool of a branch can come to run. */
const paths: readonly [path: string, play: (arranged: ReturnType<typeof arrange>) => Promise<unknown>, asked: string[], ran: string[]][] = [
  [
    "a single call",
    ({ options, counted }) => new Branch({ id: "b", ...options, tools: [counted("t")] }).act(ask("t")),
    ["t 1 {}"],
    ["t 1"],
  ],
  [
    "a batch",
    ({ options, counted }) => new Branch({ id: "b", ...options, tools: [counted("t")] }).act([ask("t", { n: 1 }), ask("t", { n: 2 })]),
    ['t 1 {"n":1}', 't 1 {"n":2}'],
    ["t 1", "t 1"],
  ],
  [
    "a sequence",
    ({ options, counted }) =>
      new Branch({ id: "b", ...options, tools: [counted("t")] }).act([ask("t"), ask("t")], { strategy: "sequential" }),
    ["t 1 {}", "t 1 {}"],
    ["t 1", "t 1"],
  ],
  [
    "a nested call",
    ({ options, counted }) => {
      const branch: Branch = new Branch({
        id: "b",
        ...options,
        tools: [counted("outer", () => branch.act(ask("inner"))), counted("inner")],
      });
      return branch.act(ask("outer"));
    },
    ["outer 1 {}", "inner 1 {}"],
    ["outer 1", "inner 1"],
  ],
  [
    "a tool that was registered later",
    ({ options, counted }) => {
      const branch = new Branch({ id: "b", ...options });
      branch.actions.register(counted("t"));
      return branch.act(ask("t"));
    },
    ["t 1 {}"],
    ["t 1"],
  ],
  [
    "a further attempt, judged again",
    ({ options, counted }) => {
      let runs = 0;
      const fails = () => {
        if (++runs < 2) throw new Error("no");
      };
      return new Branch({ id: "b", ...options, tools: [counted("t", fails, { effect: "read" })] }).act(ask("t"), {
        batch: { retry: { attempts: 2 } },
      });
    },
    ["t 1 {}", "t 2 {}"],
    ["t 1", "t 2"],
  ],
  [
    "changed arguments, judged again",
    ({ options, counted }) =>
      new Branch({ id: "b", ...options, tools: [counted("t", undefined, { preprocess: () => ({ n: 2 }) })] }).act(ask("t", { n: 1 })),
    ['t 1 {"n":1}', 't 1 {"n":2}'],
    ["t 1"],
  ],
  [
    "a call that was approved",
    async ({ options, counted }) => {
      const branch = new Branch({ id: "b", ...options, tools: [counted("sensitive")] });
      await branch.act(ask("sensitive"));
      const [approval] = await branch.approvals();
      return branch.approve(approval?.id ?? "", { by: "ada" });
    },
    ["sensitive 1 {}", "sensitive 2 {}"],
    ["sensitive 2"],
  ],
  [
    "a call that recovery runs again",
    async ({ options, counted, journal }) => {
      const hangs = counted("t", never, { effect: "read" });
      void new Branch({ id: "b", ...options, tools: [hangs] }).act(ask("t"));
      return recover(journal, {
        policy: options.policy,
        executors: options.executors,
        tools: [counted("t", undefined, { effect: "read" })],
        rerun: true,
      });
    },
    ["t 1 {}", "t 2 {}"],
    ["t 1", "t 2"],
  ],
];

describe("every way to run a tool asks the policies once per attempt and distinct arguments, and goes through its executor", () => {
  test.each(paths)("%s", verifies("D5.model-paths"), async (_, play, asked, ran) => {
    const arranged = arrange();
    await play(arranged);
    expect([arranged.asked, arranged.ran]).toEqual([asked, ran]);
  });

  test("and the one that asks nobody says so in its name", async () => {
    const { asked, ran, options, counted } = arrange();
    const branch = new Branch({ id: "b", ...options, tools: [counted("t")] });
    await branch.actions.invokeUngoverned(ask("t"));
    expect([asked, ran]).toEqual([[], ["t 1 without an intent"]]);
  });
});

describe("an attempt that outlived its process", () => {
  const answers: readonly [kind: string, result: ExecutorResult | "hangs" | "throws", end: readonly (string | null)[]][] = [
    ["returned", { kind: "returned", output: 7 }, ["succeeded", "yes", null]],
    ["threw", { kind: "threw", error: new Error("no"), executed: "yes" }, ["failed", "yes", "tool_failed"]],
    ["stopped", { kind: "stopped", confirmed: true, executed: "unknown" }, ["ambiguous", "unknown", "lost"]],
    ["lost", { kind: "lost", reason: "nobody knows" }, ["ambiguous", "unknown", "lost"]],
    ["does not come back in time", "hangs", ["ambiguous", "unknown", "lost"]],
    ["cannot be asked", "throws", ["ambiguous", "unknown", "lost"]],
  ];

  test.each(answers)("%s: recovery takes the answer over, and runs nothing", async (_, result, expected) => {
    const journal: Journal = memoryJournal();
    let runs = 0;
    const asked: unknown[] = [];
    const acknowledged: unknown[] = [];
    const remote: Executor = {
      name: "remote",
      capabilities: { offLoop: true, killable: false, remote: true },
      execute: () => {
        runs++;
        return never();
      },
      attach: (attempt) => {
        asked.push(attempt);
        if (result === "throws") throw new Error("away");
        return result === "hangs" ? never() : result;
      },
      acknowledge: (attempt) => void acknowledged.push(attempt),
    };
    const tools = [
      tool("t", never, {
        executor: "remote",
        preprocess: () => {
          throw new Error("not again");
        },
      }),
    ];
    const before = new Branch({ id: "b", journal, executors: [remote], tools: [tool("t", never, { executor: "remote" })] });
    void before.act(ask("t", { n: 1 }));
    const ended = await recover(journal, { executors: [remote], tools, gateTimeoutMs: 20 });
    expect(ends(ended)).toEqual([expected]);
    const { callId } = first(ended);
    expect([asked, runs]).toEqual([[{ callId, attempt: 1 }], 1]);
    expect(acknowledged).toEqual([{ callId, attempt: 1 }]);
    const opened = await Branch.open({ id: "b", journal, executors: [remote], tools });
    expect(history(opened)).toEqual(["t", expected[2] === null ? "=7" : `!${expected[2]}`]);
  });

  test("is acknowledged where it ended in its own process, once that is stored", async () => {
    const acknowledged: unknown[] = [];
    const journal = memoryJournal();
    const remote: Executor = {
      ...inline,
      name: "remote",
      acknowledge: ({ callId }) => {
        acknowledged.push(journal.read("b", { kinds: ["call.settled"] }).entries.some(({ settles }) => settles === callId));
        throw new Error("away");
      },
    };
    const branch = new Branch({ id: "b", journal, executors: [remote], tools: [tool("t", () => 1, { executor: "remote" })] });
    expect(end(first(await branch.act(ask("t"))))).toEqual(["succeeded", "yes", null]);
    expect([acknowledged, branch.diagnostics.get("executor_failed")]).toEqual([[true], 1]);
  });
});

test("a lost attempt is tried again where the effect allows, and nowhere else", async () => {
  const attempts = async (effect: "read" | "idempotent" | "unsafe") => {
    let runs = 0;
    const losing: Executor = {
      name: "losing",
      capabilities: { offLoop: true, killable: false, remote: true },
      execute: () => (++runs < 2 ? { kind: "lost", reason: "the worker died" } : { kind: "returned", output: runs }),
    };
    const branch = new Branch({ executors: [losing], tools: [tool("t", never, { executor: "losing", effect })] });
    return end(first(await branch.act(ask("t"), { batch: { retry: { attempts: 3 } } })));
  };
  expect(await attempts("read")).toEqual(["succeeded", "yes", null]);
  expect(await attempts("idempotent")).toEqual(["succeeded", "yes", null]);
  expect(await attempts("unsafe")).toEqual(["ambiguous", "unknown", "lost"]);
});
