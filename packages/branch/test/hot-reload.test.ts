import { combine, escalate, type Policy } from "@acta/governance";
import { layer } from "@acta/governance/layers";
import { PolicySet } from "@acta/governance/snapshot";
import { memoryJournal } from "@acta/journal/memory";
import { describe, expect, test } from "vitest";
import { Branch } from "../src/index.js";
import { ask, asynchronous, end, first, tool } from "./support.js";

const turn = () => new Promise((resolve) => setImmediate(resolve));

const versioned = (version: string, answer: boolean) => [{ id: "p", version, decide: () => answer }];

test("200 swaps during 20,000 calls: each names one snapshot, and none starts after a deny-all was acknowledged", async () => {
  let isClosed = false;
  let late = 0;
  let runs = 0;
  const counted = tool("t", async () => {
    runs++;
    if (isClosed) late++;
    await turn();
  });
  const policy = await PolicySet.load(() => versioned("0", true));
  const known = new Set([policy.version]);
  const branch = new Branch({ journal: asynchronous(memoryJournal()), policy, tools: [counted], keep: 100 });
  const requests = Array.from({ length: 100 }, (_, n) => ask("t", { n }));
  const models: Awaited<ReturnType<typeof branch.act>> = [];
  const acting = (async () => {
    for (let round = 0; round < 200; round++) models.push(...(await branch.act(requests, { batch: { concurrency: 100 } })));
  })();
  for (let swap = 1; swap <= 200; swap++) {
    const isAllowed = swap % 2 === 0;
    if (isAllowed) isClosed = false;
    const swapped = await policy.swap(() => versioned(String(swap), isAllowed));
    expect(swapped.kind).toBe("swapped");
    known.add(policy.version);
    isClosed = !isAllowed;
    await turn();
  }
  isClosed = false;
  await acting;
  expect(models).toHaveLength(20_000);
  expect(models.filter(({ decision }) => !known.has(decision?.snapshot ?? ""))).toEqual([]);
  expect(late).toBe(0);
  expect(runs).toBe(models.filter(({ success }) => success).length);
  expect(runs).toBeGreaterThan(0);
  expect(runs).toBeLessThan(20_000);
});

describe("policies that are replaced before the tool of a call starts are asked too", () => {
  const gaps = ["before the intent", "while the intent is stored"] as const;
  test.each(gaps)("%s", async (gap) => {
    let runs = 0;
    const policy = await PolicySet.load(() => versioned("1", true));
    const memory = memoryJournal();
    const close = () => policy.swap(() => versioned("2", false));
    const journal = asynchronous(memory);
    const { append } = journal;
    journal.append = async (...given) => {
      const answer = await append(...given);
      if (gap === "while the intent is stored" && given[1].some(({ kind }) => kind === "call.intended")) await close();
      return answer;
    };
    const branch = new Branch({ id: "b", journal, policy, tools: [tool("t", () => ++runs)] });
    if (gap === "before the intent") branch.on("tool.pre", async () => void (await close()));
    expect(end(first(await branch.act(ask("t"))))).toEqual(["denied", "no", "gate_denied"]);
    expect(runs).toBe(0);
  });

  test("and where they allow it, too, it runs, once", async () => {
    let runs = 0;
    const policy = await PolicySet.load(() => versioned("1", true));
    const branch = new Branch({ policy, tools: [tool("t", () => ++runs)] });
    branch.on("tool.pre", async () => void (await policy.swap(() => versioned("2", true))));
    const model = first(await branch.act(ask("t")));
    expect([end(model), model.decision?.snapshot, runs]).toEqual([["succeeded", "yes", null], policy.version, 1]);
  });

  test.each<[string, (set: Policy) => Policy]>([
    ["with a label", (set) => layer("organization", set)],
    ["combined with others", (set) => combine([() => true, set])],
  ])("%s", async (_, wrap) => {
    let runs = 0;
    const set = await PolicySet.load(() => versioned("1", true));
    const branch = new Branch({ policy: wrap(set), tools: [tool("t", () => ++runs)] });
    branch.on("tool.pre", async () => void (await set.swap(() => versioned("2", false))));
    expect([end(first(await branch.act(ask("t")))), runs]).toEqual([["denied", "no", "gate_denied"], 0]);
  });

  test("one that says that it is the same as before is believed, and not asked again", async () => {
    let asked = 0;
    const policy: Policy = { id: "own", version: "1", decide: () => ++asked === 1 };
    const branch = new Branch({ policy, tools: [tool("t")] });
    branch.on("tool.pre", async () => {});
    expect([end(first(await branch.act(ask("t")))), asked]).toEqual([["succeeded", "yes", null], 1]);
  });

  test.each<[string, () => unknown]>([
    ["changes whenever it is read", () => Math.random()],
    [
      "cannot be read",
      () => {
        throw new Error("no");
      },
    ],
  ])("one whose version %s lets nothing run", async (_, version) => {
    let runs = 0;
    const policy: Policy = Object.defineProperty({ id: "p", decide: () => true }, "version", { get: version });
    const branch = new Branch({ journal: asynchronous(memoryJournal()), policy, tools: [tool("t", () => ++runs)] });
    expect([end(first(await branch.act(ask("t")))), runs]).toEqual([["denied", "no", "gate_failed"], 0]);
  });

  test("what runs in the end is what the last intent says, with what is to be withheld of it", async () => {
    const memory = memoryJournal();
    const journal = asynchronous(memory);
    const { append } = journal;
    const set = await PolicySet.load(() => versioned("1", true));
    const sure = (): Policy => ({ id: "p", version: "2", decide: () => escalate("sure?", { obligations: { redact: ["token"] } }) });
    journal.append = async (...given) => {
      const answer = await append(...given);
      if (given[1].some(({ kind }) => kind === "call.intended")) await set.swap(() => [sure()]);
      return answer;
    };
    const ran: unknown[] = [];
    const options = { policy: set, tools: [tool("t", (input) => void ran.push(input))], onEscalate: () => ({ n: 2 }) };
    await new Branch({ id: "b", journal, ...options }).act(ask("t", { n: 1 }));
    const intents = memory.read("b").entries.filter(({ kind }) => kind === "call.intended");
    expect(ran).toEqual([{ n: 2 }]);
    expect(intents.map(({ body }) => body)).toMatchObject([
      { arguments: { n: 1 }, withheld: [] },
      { arguments: { n: 2 }, withheld: ["token"] },
    ]);
  });
});
