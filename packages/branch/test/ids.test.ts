import { escalate } from "@acta/governance";
import { type Journal, JournalError, type NewEntry } from "@acta/journal";
import { createActionRequest, createActionResponse, createMessage } from "@acta/messages";
import { describe, expect, test } from "vitest";
import { Branch } from "../src/index.js";
import { ask, asynchronous, ends, forwarding, history, rejection, tool, watch } from "./support.js";

const request = (id: string) => createActionRequest({ id, sender: "model", function: "t", arguments: {} });

/** A branch whose tool counts how often it runs. */
function arrange(more: Parameters<typeof watch>[0] = {}) {
  const counts = { runs: 0 };
  const watched = watch({ tools: [tool("t", () => ++counts.runs)], ...more });
  return { ...watched, counts };
}

describe("an id that the response of a call has, or will have", () => {
  const refused = expect.objectContaining({ code: "invalid_envelope", message: expect.stringContaining("is kept for the response") });

  test("is refused to another request of the same act, before anything happened", async () => {
    const { branch, entries, counts } = arrange();
    expect(await rejection(branch.act([request("a"), request("a@branch/response")]))).toEqual(refused);
    expect([entries(), counts.runs]).toEqual([[], 0]);
    expect(ends(await branch.act(request("a")))).toEqual([["succeeded", "yes", null]]);
  });

  test("is refused to a request while a call waits for an approval", async () => {
    const { branch, journal } = arrange({ policy: () => escalate("sure?") });
    const [waiting] = await branch.act(ask("t"));
    expect(await rejection(branch.act(request(`${waiting?.callId}/response`)))).toEqual(refused);
    const [approval] = await branch.approvals();
    expect(await branch.approve(approval?.id ?? "", { by: "ada" })).toMatchObject({ success: true });
    expect(history(await Branch.open({ id: branch.id, journal }))).toEqual(["t", "=1"]);
  });

  test("is refused to a message, and to the response of another request", async () => {
    const { branch, entries } = arrange();
    await branch.add(request("b"));
    const others = [
      createMessage({ id: "a@branch/response", role: "user", content: "mine" }),
      createActionResponse({ id: "a@branch/response", request: request("b"), output: 1 }),
    ];
    for (const other of others) expect(await rejection(branch.add(other))).toMatchObject({ code: "duplicate_message" });
    expect(entries()).toHaveLength(1);
  });

  test("is free for the response that a branch of the same id once gave", async () => {
    const { branch } = arrange();
    await branch.add(request("a"));
    await branch.add(createActionResponse({ id: "a@branch/response", request: request("a"), output: 1 }));
    expect(history(branch)).toEqual(["t", "=1"]);
    expect(ends(await branch.act(request("a")))).toEqual([["skipped", "no", "already_answered"]]);
  });

  test("is free where it is that of another branch", async () => {
    const { branch } = arrange();
    const models = await branch.act([request("a"), request("a@other/response"), request("a@branch/request")]);
    expect(models.map(({ success }) => success)).toEqual([true, true, true]);
  });
});

test("a message with the id of another one that was forgotten is refused, and not taken for it", async () => {
  const { branch, entries } = arrange({ keep: 1 });
  const message = (id: string, content: string) => createMessage({ id, role: "user", content });
  for (const id of ["a", "b", "c", "d"]) await branch.add(message(id, id));
  const before = branch.messages.messages;
  expect(await rejection(branch.add(message("a", "another")))).toMatchObject({ code: "duplicate_message" });
  expect([branch.messages.messages, entries().length]).toEqual([before, 4]);
});

describe("a request that the journal refuses leaves no trace in the record of those beside it", () => {
  const refusing = (journal: Journal, isRefused: (entry: NewEntry) => boolean): Journal =>
    asynchronous(
      forwarding(journal, {
        append: (branchId, entries, options) => {
          if (entries.some(isRefused)) throw new JournalError("invalid_entry", "a name that cannot be kept");
          return journal.append(branchId, entries, options);
        },
      }),
    );

  test("because of its id", async () => {
    const isRefused = ({ id }: NewEntry) => id.includes("\0");
    const { branch, journal, counts } = arrange({ wrap: (inner) => refusing(inner, isRefused) });
    const models = await branch.act([request("a\0"), ask("t")]);
    expect(ends(models)).toEqual([
      ["denied", "no", "journal_unavailable"],
      ["denied", "no", "journal_unavailable"],
    ]);
    expect([counts.runs, journal.read(branch.id).entries]).toEqual([0, []]);
    expect(history(await Branch.open({ id: branch.id, journal }))).toEqual([]);
  });

  test("because it has had its call, which is forgotten", async () => {
    const { branch, journal, counts } = arrange({ keep: 1, wrap: asynchronous });
    for (const id of ["a", "b", "c"]) await branch.act(request(id));
    const again = await Branch.open({ id: branch.id, journal: asynchronous(journal), keep: 1, tools: [tool("t", () => ++counts.runs)] });
    await again.act([request("a"), ask("t")]);
    expect(counts.runs).toBe(3);
    for (const keep of [undefined, 1]) expect((await Branch.open({ id: branch.id, journal, keep })).log.length).toBeGreaterThan(0);
  });
});
