import { memoryJournal } from "@acta/journal/memory";
import { createActionRequest } from "@acta/messages";
import { describe, expect, test } from "vitest";
import { Branch } from "../src/index.js";
import { ask, end, first, forwarding, history, rejection, tool } from "./support.js";

const tools = [tool("t", (input) => input)];
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => ["t", `={"n":${from + index}}`]).flat();

async function acted(count: number, keep?: number) {
  const journal = memoryJournal();
  const branch = new Branch({ id: "b", journal, tools, keep });
  for (let n = 0; n < count; n++) await branch.act(ask("t", { n }));
  return { journal, branch };
}

async function all(branch: Branch) {
  const read = new Branch();
  for await (const message of branch.readMessages()) await read.add(message);
  return history(read);
}

describe("a branch that keeps the latest only", () => {
  test("forgets the oldest of messages and log, at twice the number", async () => {
    const { branch } = await acted(10, 4);
    expect([history(branch), branch.log.length]).toEqual([numbers(6, 10), 5]);
    await branch.act([ask("t", { n: 10 }), ask("t", { n: 11 })]);
    expect([history(branch), branch.log.length]).toEqual([numbers(9, 12), 7]);
  });

  test("opens so, too", async () => {
    const { journal } = await acted(10);
    expect(history(await Branch.open({ id: "b", journal, tools, keep: 4 }))).toEqual(numbers(6, 10));
  });

  test("reads the older ones on demand, page by page, in the order of the history", async () => {
    const { journal } = await acted(10);
    const pages: number[] = [];
    const paged = forwarding(journal, {
      read: (id, options) => {
        const page = journal.read(id, { ...options, limit: 3 });
        pages.push(page.entries.length);
        return page;
      },
    });
    const branch = await Branch.open({ id: "b", journal: paged, tools, keep: 1 });
    pages.length = 0;
    expect(await all(branch)).toEqual(numbers(0, 10));
    expect(Math.max(...pages)).toBe(3);
  });

  test("never forgets an open request, nor anything of its batch", async () => {
    const policy = (call: { readonly arguments: { readonly n?: unknown } }) =>
      call.arguments.n === 1 ? ({ kind: "escalate", reason: "sure?" } as const) : true;
    const journal = memoryJournal();
    const branch = new Branch({ id: "b", journal, tools, keep: 2, policy });
    await branch.act([ask("t", { n: 0 }), ask("t", { n: 1 })]);
    for (let n = 2; n < 9; n++) await branch.act(ask("t", { n }));
    expect(history(branch).slice(0, 3)).toEqual(["t", '={"n":0}', "?t"]);
    const reopened = await Branch.open({ id: "b", journal, tools, keep: 2, policy });
    const [approval] = await reopened.approvals();
    await reopened.approve(approval?.id ?? "", { by: "ada" });
    expect(await all(reopened)).toEqual(numbers(0, 9));
  });

  test("runs no request twice, though it has forgotten the first time", async () => {
    const request = createActionRequest({ id: "q", function: "t", arguments: {} });
    const { branch, journal } = await acted(0, 1);
    await branch.act(request);
    for (let n = 0; n < 5; n++) await branch.act(ask("t", { n }));
    expect(branch.messages.get("q")).toBeUndefined();
    expect(end(first(await branch.act(request)))).toEqual(["denied", "no", "journal_unavailable"]);
    expect(journal.read("b", { kinds: ["call.intended"] }).entries).toHaveLength(6);
    const reopened = await Branch.open({ id: "b", journal, tools, keep: 1 });
    expect(end(first(await reopened.act(request)))).toEqual(["denied", "no", "journal_unavailable"]);
  });

  test("still refuses a record that no branch has written", async () => {
    const { journal } = await acted(10);
    const swapped = forwarding(journal, {
      read: (id, options) => {
        const page = journal.read(id, options);
        return { ...page, entries: page.entries.filter(({ sequence }) => sequence !== 12) };
      },
    });
    expect(await rejection(Branch.open({ id: "b", journal: swapped, tools, keep: 2 }))).toMatchObject({ code: "invalid_journal" });
  });
});
