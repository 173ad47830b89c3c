import { NotExecuted, type Tool, withProcessors } from "@acta/actions";
import { escalate, PermissionError } from "@acta/governance";
import type { Journal, NewEntry } from "@acta/journal";
import { memoryJournal } from "@acta/journal/memory";
import { createActionRequest, createMessage } from "@acta/messages";
import { verifies } from "@acta/requirements";
import { promiseWith } from "@acta/test-kit";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Branch, SessionObserver } from "../src/index.js";
import { ask, asynchronous, deferred, end, first, forwarding, rejection, steps, tool, watch } from "./support.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("an attempt that has ended is admitted no more", () => {
  test("a preprocessor that comes too late reaches no policy, no approver and no record", verifies("D2.order", "D4.timeout"), async () => {
    const asked: number[] = [];
    const late = deferred<object>();
    const slow = tool("t", () => 1, { preprocess: () => late.promise as never });
    const watched = watch({ tools: [slow], policy: ({ attempt }) => asked.push(attempt) > 0, onEscalate: () => asked.push(-1) > 0 });
    const acting = watched.branch.act(ask("t", { a: 1 }), { batch: { timeoutMs: 50 } });
    await vi.advanceTimersByTimeAsync(50);
    expect(end(first(await acting))).toEqual(["timed_out", "no", "timed_out"]);
    late.resolve({ a: 2 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toEqual([1]);
    expect(steps(watched)).toEqual(["proposed", "settled"]);
  });

  test("a policy that comes too late for changed arguments stores no intent", async () => {
    const late = deferred<boolean>();
    const policy = (call: { readonly arguments: object }) => ("b" in call.arguments ? late.promise : true);
    const watched = watch({ tools: [tool("t", () => 1, { preprocess: () => ({ b: 1 }) as never })], policy });
    const acting = watched.branch.act(ask("t"), { batch: { timeoutMs: 50 } });
    await vi.advanceTimersByTimeAsync(50);
    expect(first(await acting).outcome.kind).toBe("timed_out");
    late.resolve(true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(steps(watched)).toEqual(["proposed", "settled"]);
  });

  test("what the first attempt prepared too late is not what the second one runs", async () => {
    const first = deferred<object>();
    const ran: unknown[] = [];
    let attempts = 0;
    const preprocess = () => (++attempts === 1 ? first.promise : { v: "second" }) as never;
    const watched = watch({ tools: [tool("t", (input) => ran.push(input), { preprocess, effect: "read" })] });
    const acting = watched.branch.act(ask("t", {}), { batch: { timeoutMs: 50, retry: { attempts: 2 } } });
    await vi.advanceTimersByTimeAsync(50);
    first.resolve({ v: "first" });
    await vi.advanceTimersByTimeAsync(50);
    expect((await acting)[0]?.success).toBe(true);
    const intents = watched.entries().filter(({ kind }) => kind === "call.intended");
    expect(intents.map(({ body }) => (body as { arguments: unknown }).arguments)).toEqual([{ v: "second" }]);
    expect(ran).toEqual([{ v: "second" }]);
  });

  test("an observer that invokes the event again runs nothing", async () => {
    let runs = 0;
    const observer = new SessionObserver();
    observer.observe("event", async ({ event }) => void (await (event as { fresh(): { invoke(): Promise<unknown> } }).fresh().invoke()));
    const watched = watch({ observer, tools: [tool("t", () => ++runs)] });
    await watched.branch.act(ask("t"));
    expect(runs).toBe(1);
    expect(steps(watched)).toEqual(["proposed", "intended", "settled"]);
  });
});

describe("nobody gets past a check", () => {
  test(
    "arguments that an approver puts in the place of changed ones are judged by the security processors",
    verifies("D5.chain"),
    async () => {
      const ran: unknown[] = [];
      const secure = (input: object) => {
        if ("path" in input && input.path === "/etc/passwd") throw new PermissionError("not this one");
      };
      const base = tool("t", (input) => ran.push(input), { preprocess: () => ({ path: "changed" }) as never });
      const guarded = withProcessors(base, { security: { "*": [secure] } });
      const policy = (call: { readonly arguments: object }) =>
        "path" in call.arguments && call.arguments.path !== "asked" ? escalate("look at it") : true;
      const watched = watch({ tools: [guarded], policy, onEscalate: () => ({ path: "/etc/passwd" }) });
      const model = first(await watched.branch.act(ask("t", { path: "asked" })));
      expect(end(model)).toEqual(["denied", "no", "permission_denied"]);
      expect(ran).toEqual([]);
      expect(steps(watched)).toEqual(["proposed", "settled"]);
    },
  );

  test("a tool whose effect nobody knows is not tried twice", verifies("D4.controls"), async () => {
    let runs = 0;
    const odd = tool("t", () => {
      runs += 1;
      throw new Error("broken");
    });
    const branch = new Branch({ tools: [odd] });
    Reflect.set(odd, "effect", "write");
    await branch.act(ask("t"), { batch: { retry: { attempts: 3 } } });
    expect(runs).toBe(1);
    expect(NotExecuted.isInstance(new NotExecuted("no"))).toBe(true);
  });

  test("a schema that hangs refuses, as every check does", verifies("D5.validation-after"), async () => {
    const input = { "~standard": { version: 1, vendor: "test", validate: () => new Promise(() => {}) } } as never;
    const watched = watch({ tools: [tool("t", () => 1, { input })], gateTimeoutMs: 100 });
    const acting = watched.branch.act(ask("t"));
    await vi.advanceTimersByTimeAsync(100);
    expect(end(first(await acting))).toEqual(["rejected", "no", "invalid_arguments"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("a tool is the one that is registered when its turn comes", async () => {
    const branch: Branch = new Branch({ tools: [tool("first", () => branch.actions.register(tool("second", () => 2)))] });
    const models = await branch.act([ask("first"), ask("second")], { strategy: "sequential" });
    expect(models.map(({ success }) => success)).toEqual([true, true]);
  });
});

describe("a throw that nobody expects", () => {
  const traps = (): Error => {
    const error = new AggregateError([]);
    const errors = new Proxy([], {
      get: () => {
        throw new Error("trap");
      },
    });
    return Object.defineProperty(error, "errors", { value: errors });
  };
  const forged = () =>
    Object.defineProperty(Object.assign(new Error(), { [Symbol.for("acta.action-error")]: true }), "code", { get: traps });

  test.each<[string, Tool]>([
    ["an error whose members trap", tool("t", () => Promise.reject(traps()))],
    ["an error with a forged brand and a trap for a code", tool("t", () => Promise.reject(forged()))],
  ])("%s ends its call, and its siblings end too", async (_, bad) => {
    const watched = watch({ tools: [bad, tool("good")] });
    const models = await watched.branch.act([ask("t"), ask("good")]);
    expect(models.map(({ outcome }) => outcome.kind)).toEqual(["failed", "succeeded"]);
    expect(watched.branch.messages.openRequests).toEqual([]);
  });

  test("a policy whose settle cannot be read is reported", async () => {
    const policy = {
      id: "p",
      decide: () => true,
      get settle(): () => void {
        throw new Error("trap");
      },
    };
    const watched = watch({ tools: [tool("t")], policy });
    expect(first(await watched.branch.act(ask("t"))).success).toBe(true);
    expect(watched.diagnostics.map(({ code }) => code)).toEqual(["policy_failed"]);
  });
});

describe("what observers do to a call", () => {
  test("changes neither what act returns nor what it throws", verifies("D2.observer-failure"), async () => {
    const observer = new SessionObserver();
    observer.observe("event", ({ event }) => {
      const { execution } = event as { execution: { response: unknown; error: Error | null } };
      execution.response = "tampered";
      if (execution.error) execution.error = new Error("tampered");
    });
    const branch = new Branch({ observer, tools: [tool("t", () => "true"), tool("bad", () => Promise.reject(new Error("true error")))] });
    expect(first(await branch.act(ask("t"))).output).toBe("true");
    expect(await rejection(branch.act(ask("bad"), { suppressErrors: false }))).toMatchObject({ message: "true error" });
  });

  test("a promise with a then of its own keeps nobody waiting", verifies("D2.callback-failure"), async () => {
    const branch = new Branch({ tools: [tool("t")] });
    const refuse = () => {
      throw new Error("mine");
    };
    branch.onMessage(() => promiseWith("then", { value: refuse }) as unknown as Promise<void>);
    const acting = branch.act(ask("t"));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(first(await acting).success).toBe(true);
  });
});

describe("ids that are being stored", () => {
  const arrange = () => {
    const journal = memoryJournal();
    return { journal, branch: new Branch({ id: "b", journal: asynchronous(journal), tools: [tool("t", (input) => input)] }) };
  };
  const request = (a: number) => createActionRequest({ id: "q", function: "t", arguments: { a } });

  test("a message cannot take the id of a request that is being proposed", async () => {
    const { journal, branch } = arrange();
    const acting = branch.act(request(1));
    await expect(branch.add(request(2))).rejects.toMatchObject({ code: "duplicate_message" });
    await vi.runAllTimersAsync();
    expect(first(await acting).output).toEqual({ a: 1 });
    expect((await Branch.open({ id: "b", journal })).messages.messages).toHaveLength(2);
  });

  test("a request that is being added cannot be run as another one", async () => {
    const { journal, branch } = arrange();
    const adding = branch.add(request(2));
    expect(end(first(await branch.act(request(1))))).toEqual(["skipped", "no", "duplicate"]);
    await vi.runAllTimersAsync();
    await adding;
    expect((await Branch.open({ id: "b", journal })).messages.get("q")).toMatchObject({ content: { arguments: { a: 2 } } });
  });

  test("a message cannot take the id of the response of an open call", async () => {
    const journal = memoryJournal();
    const refusals: unknown[] = [];
    const run = async (_: unknown, { callId }: { readonly callId: string }) => {
      const message = createMessage({ id: `${callId}/response`, role: "user", content: "mine" });
      refusals.push(await rejection(branch.add(message)));
    };
    const branch: Branch = new Branch({ id: "b", journal, tools: [tool("t", run)] });
    expect(first(await branch.act(ask("t"))).success).toBe(true);
    expect(refusals).toMatchObject([{ code: "duplicate_message" }]);
    expect((await Branch.open({ id: "b", journal })).messages.openRequests).toEqual([]);
  });

  test("two messages with one id: the second is refused", async () => {
    const { branch } = arrange();
    const adding = branch.add(createMessage({ id: "m", role: "user", content: "one" }));
    await expect(branch.add(createMessage({ id: "m", role: "user", content: "two" }))).rejects.toMatchObject({ code: "duplicate_message" });
    await vi.runAllTimersAsync();
    await adding;
    expect(branch.messages.get("m")).toMatchObject({ content: "one" });
  });
});

describe("a journal whose answer is about something else", () => {
  const lying = (answer: (kind: string) => unknown) => {
    const journal = memoryJournal();
    const append = (id: string, entries: readonly NewEntry[]) => answer(entries[0]?.kind ?? "") ?? journal.append(id, entries);
    return forwarding(journal, { append: append as Journal["append"] });
  };
  const empty = { kind: "appended", entries: [] };

  test.each<[string, unknown]>([
    ["no entries", empty],
    ["junk", "yes"],
    ["nothing", 0],
  ])("%s for an intent: the tool does not run", async (_, answer) => {
    let runs = 0;
    const journal = lying((kind) => (kind === "call.intended" ? answer : undefined));
    const branch = new Branch({ journal, tools: [tool("t", () => ++runs)] });
    expect(end(first(await branch.act(ask("t"))))).toEqual(["denied", "no", "journal_unavailable"]);
    expect(runs).toBe(0);
  });

  test("for the end of a call: it is lost, not a success without a record", async () => {
    const branch = new Branch({ journal: lying((kind) => (kind === "call.settled" ? empty : undefined)), tools: [tool("t")] });
    const acting = rejection(branch.act(ask("t")));
    await vi.runAllTimersAsync();
    expect(await acting).toMatchObject({ code: "record_lost" });
  });
});

test("policies learn how a call ended whose record was lost", async () => {
  const ends: string[] = [];
  const policy = { id: "p", decide: () => true, settle: (_: unknown, { executed }: { executed: string }) => void ends.push(executed) };
  const journal = memoryJournal();
  const failing = forwarding(journal, {
    append(id, entries) {
      if (entries[0]?.kind === "call.settled") throw new Error("disk full");
      return journal.append(id, entries);
    },
  });
  const acting = rejection(new Branch({ journal: failing, policy, tools: [tool("t")] }).act(ask("t")));
  await vi.runAllTimersAsync();
  expect(await acting).toMatchObject({ code: "record_lost" });
  expect(ends).toEqual(["yes"]);
});
