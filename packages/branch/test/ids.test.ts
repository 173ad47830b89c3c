import { escalate } from "@acta/governance";
import { createActionRequest, createActionResponse, createMessage } from "@acta/messages";
import { describe, expect, test } from "vitest";
import { Branch } from "../src/index.js";
import { ask, ends, history, rejection, tool, watch } from "./support.js";

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
