import type { Tool } from "@acta/actions";
import type { Executor } from "@acta/actions/executor";
import { allow, type CallContext, type Decision, deny, escalate } from "@acta/governance";
import { JournalError } from "@acta/journal";
import { memoryJournal } from "@acta/journal/memory";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Branch, type BranchOptions, recover, Session, SessionObserver } from "../src/index.js";
import { ask, deferred, end, first, forwarding, never, rejection, tool, watch } from "./support.js";

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

describe("what was withheld once", () => {
  /** Allowed with an obligation as it was asked, escalated or allowed without one as it was changed. */
  const arrangeChanged = (then: () => Decision) =>
    arrange((call) => (call.arguments.n === 1 ? allow({ obligations: { redact: ["key"] } }) : then()), {
      preprocess: (input) => ({ ...(input as object), n: 2 }) as never,
    });

  test.each([1, 2])("is withheld of what an approver gives, when another decision asked for the approval: n = %d", async (n) => {
    const { branch, told } = arrangeChanged(() => escalate("sure?"));
    await branch.act(ask("t", { n: 1 }));
    const [approval] = await branch.approvals();
    await branch.approve(approval?.id ?? "", { ...by, arguments: { n, key: "edited" } });
    expect(told()).toContain("approval.decided");
    expect(told()).not.toMatch(/s3cret|edited/);
  });

  test("is withheld of what an executor kept for a process that is gone", async () => {
    const journal = memoryJournal();
    const started = deferred();
    const remote: Executor = {
      name: "remote",
      capabilities: { offLoop: true, killable: false, remote: true },
      execute: () => {
        started.resolve();
        return never();
      },
      attach: async () => ({ kind: "returned", output: { key: "s3cret" } }),
    };
    const changing = tool("t", () => null, { executor: "remote", preprocess: () => ({ n: 2 }) as never });
    const policy = (call: CallContext) => allow(call.arguments.n === 1 ? { obligations: { redact: ["key"] } } : {});
    const options = { tools: [changing], executors: [remote], policy };
    void new Branch({ id: "b", journal, ...options }).act(ask("t", { n: 1 }));
    await started.promise;
    expect((await recover(journal, options)).map(end)).toEqual([["succeeded", "yes", null]]);
    expect(JSON.stringify(journal.read("b").entries)).not.toContain("s3cret");
  });

  test.each([
    ["because they are not known", ["key"]],
    ["because they are others", []],
  ])("may be other arguments the next time: a call is not run again under its key, %s", async (_, input) => {
    const journal = memoryJournal();
    const ran: unknown[] = [];
    const started = deferred();
    let secret = "first";
    const idempotent = tool(
      "t",
      ({ key }) => {
        ran.push(key);
        started.resolve();
        return never();
      },
      { effect: "idempotent", redact: { input }, preprocess: (given) => ({ ...(given as object), key: secret }) as never },
    );
    void new Branch({ id: "b", journal, tools: [idempotent] }).act(ask("t", { n: 1 }));
    await started.promise;
    secret = "second";
    expect((await recover(journal, { tools: [idempotent], rerun: true })).map(end)).toEqual([["ambiguous", "unknown", "lost"]]);
    expect(ran).toEqual(["first"]);
  });
});

describe("what a tool withholds", () => {
  const login = tool("login", () => ({ token: "s3cret" }), { redact: { input: ["password"], output: ["token"] } });

  test("is not in the error of a text that is no JSON", async () => {
    const { branch, told } = arrange(() => allow(), { name: "login", redact: { input: ["password"] } });
    expect(end(first(await branch.act(ask("login", '{"password": s3cret}'))))).toEqual(["rejected", "no", "invalid_arguments"]);
    expect(told()).not.toContain("s3cret");
  });

  test("is withheld of an output where the tool was registered after the proposal", async () => {
    const { branch, told } = arrangeLate(login);
    const models = await branch.act([ask("load"), ask("login", { user: "ada" })], { strategy: "sequential" });
    expect(models.map(end)).toEqual([
      ["succeeded", "yes", null],
      ["succeeded", "yes", null],
    ]);
    expect(told()).not.toContain("s3cret");
  });

  test("refuses a call whose proposal shows it, for the same reason", async () => {
    const { branch } = arrangeLate(login);
    const [, model] = await branch.act([ask("load"), ask("login", { password: "s3cret" })], { strategy: "sequential" });
    expect(model && end(model)).toEqual(["denied", "no", "obligation_unmet"]);
  });

  test("is not told with the error of a record that is lost", async () => {
    const errors: unknown[] = [];
    const { branch } = watch({
      tools: [login],
      wrap: (journal) =>
        forwarding(journal, {
          append: (id, entries, options) => {
            if (entries[0]?.kind === "call.settled") throw new JournalError("closed", "gone");
            return journal.append(id, entries, options);
          },
        }),
    });
    branch.on("tool.error", ({ error }) => void errors.push(error));
    expect(await rejection(branch.act(ask("login", { password: "s3cret" })))).toMatchObject({ code: "record_lost" });
    expect(errors).toMatchObject([{ code: "record_lost", event: null }]);
  });

  function arrangeLate(late: Tool) {
    const load = tool("load", () => void watched.branch.actions.register(late));
    const watched = watch({ tools: [load] });
    const told = () => JSON.stringify([watched.entries(), watched.branch.log, watched.branch.messages.messages, watched.hooks]);
    return { ...watched, told };
  }
});

describe("an obligation to withhold is not honoured by the look of what is stored", () => {
  const secret = { key: "s3cret" };
  test.each<[string, unknown, BranchOptions["redact"]]>([
    ["the host's own `redact` shows the field elsewhere", secret, (value) => ({ logged: value })],
    ["it does in a text", secret, (value) => ({ logged: `login with ${String((value as typeof secret).key)}` })],
    ["it does of arguments that are a text", JSON.stringify(secret), (value) => ({ logged: value })],
    ["it makes a text of them", JSON.stringify(secret), (value) => `seen: ${String(value)}`],
    ["a text has the field twice", '{"key":"s3cret","key":"<redacted>"}', undefined],
  ])("%s", async (_, asked, redact) => {
    let runs = 0;
    const { branch } = watch({ tools: [tool("t", () => ++runs)], policy: () => allow({ obligations: { redact: ["key"] } }), redact });
    expect(end(first(await branch.act(ask("t", asked))))).toEqual(["denied", "no", "obligation_unmet"]);
    expect(runs).toBe(0);
  });

  test("it is where the host's `redact` withholds the field itself", async () => {
    const policy = () => allow({ obligations: { redact: ["key"] } });
    const { branch } = watch({ tools: [tool("t")], policy, redact: () => ({ key: "<redacted>" }) });
    expect(end(first(await branch.act(ask("t", secret))))).toEqual(["succeeded", "yes", null]);
  });
});

test("a declared failure tells no more of an output than the policies let be stored", async () => {
  const failing = tool("t", () => "x".repeat(900), { isFailure: () => true });
  const { branch, entries } = watch({ tools: [failing], policy: () => allow({ obligations: { maxResultBytes: 12 } }) });
  expect(end(first(await branch.act(ask("t"))))).toEqual(["failed", "yes", "declared_failure"]);
  expect(JSON.stringify(entries())).not.toContain("xxxx");
});
