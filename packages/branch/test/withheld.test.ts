import type { Tool } from "@acta/actions";
import { allow, type CallContext, type Decision, deny, escalate } from "@acta/governance";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Session, SessionObserver } from "../src/index.js";
import { ask, end, first, tool, watch } from "./support.js";

/** The schema adds what the proposal does not show. */
const keyed = z.object({ n: z.number(), key: z.string().default("s3cret") });
const by = { by: "ada" };

function arrange(policy: (call: CallContext) => Decision, more: Partial<Tool> = {}) {
  const ran: unknown[] = [];
  const observer = new SessionObserver();
  const echo = tool("t", ({ key }) => void ran.push(key), { input: keyed as never, ...more });
  const watched = watch({ tools: [echo], policy });
  new Session({ observer }).add(watched.branch);
  const { branch, entries, hooks } = watched;
  const told = () => JSON.stringify([entries(), branch.log, branch.messages.messages, hooks, observer.stored]);
  return { ...watched, observer, ran, told };
}

describe("what an escalation obliges to withhold", () => {
  const hiding = (fields: readonly string[], then = fields) =>
    arrange(({ approval }) => escalate("sure?", { obligations: { redact: approval === null ? fields : then } }));

  async function waiting(arranged: ReturnType<typeof hiding>) {
    await arranged.branch.act(ask("t", { n: 1 }));
    const [approval] = await arranged.branch.approvals();
    const approve = async (options: object = {}) => {
      const answer = await arranged.branch.approve(approval?.id ?? "", { ...by, ...options });
      return "outcome" in answer ? end(answer) : answer.code;
    };
    return { ...arranged, approval, approve };
  }

  test("is not in what is asked, which nobody can approve as it is", async () => {
    const { approval, approve, told, ran } = await waiting(hiding(["key"]));
    expect(approval?.arguments).toEqual({ n: 1, key: "<redacted>" });
    expect(await approve()).toBe("incomplete");
    expect(told()).not.toContain("s3cret");
    expect(ran).toEqual([]);
  });

  test("is in nothing that is stored or told of the arguments that an approver gives", async () => {
    const { approve, told, ran } = await waiting(hiding(["key"]));
    expect(await approve({ arguments: { n: 1, key: "edited" } })).toEqual(["succeeded", "yes", null]);
    expect(ran).toEqual(["edited"]);
    expect(told()).not.toMatch(/s3cret|edited/);
  });

  test("comes too late for arguments that were stored: the call is denied", async () => {
    const { approve, told, ran } = await waiting(hiding([], ["key"]));
    expect(await approve({ arguments: { n: 1, key: "edited" } })).toEqual(["denied", "no", "obligation_unmet"]);
    expect(told()).toContain("edited");
    expect(ran).toEqual([]);
  });

  test("without it, everything is asked, and may be approved as it is", async () => {
    const { approval, approve, ran } = await waiting(hiding([]));
    expect(approval?.arguments).toEqual({ n: 1, key: "s3cret" });
    expect(await approve()).toEqual(["succeeded", "yes", null]);
    expect(ran).toEqual(["s3cret"]);
  });
});

describe("what an allow obliged to withhold, of a call that is denied when it is judged again", () => {
  const arrangeTwo = (redact: readonly string[]) =>
    arrange((call) => (call.arguments.n === 1 ? allow({ obligations: { redact } }) : deny("not two")), {
      preprocess: (input) => ({ ...(input as object), n: 2 }) as never,
    });

  test("stays withheld", async () => {
    const { branch, observer, told, ran } = arrangeTwo(["key"]);
    expect(end(first(await branch.act(ask("t", { n: 1 }))))).toEqual(["denied", "no", "gate_denied"]);
    expect(observer.stored).toContainEqual(expect.objectContaining({ kind: "gate_denied" }));
    expect(told()).not.toContain("s3cret");
    expect(ran).toEqual([]);
  });

  test("without it, everything is told", async () => {
    const { branch, told } = arrangeTwo([]);
    await branch.act(ask("t", { n: 1 }));
    expect(told()).toContain("s3cret");
  });
});
