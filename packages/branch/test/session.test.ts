import { escalate } from "@acta/governance";
import { HookBus } from "@acta/hooks";
import { memoryJournal } from "@acta/journal/memory";
import { createMessage } from "@acta/messages";
import { verifies } from "@acta/requirements";
import { describe, expect, test } from "vitest";
import { Branch, Session, SessionObserver, type SharedOptions, type Signal } from "../src/index.js";
import { ask, end, ends, first, history, tool } from "./support.js";

const echo = tool("echo", (input) => input);

/** A session that counts how its shared parts are used. */
function arrange(options: SharedOptions = {}) {
  const used = { policy: 0, hook: 0, diagnostics: 0, transaction: 0 };
  const hooks = new HookBus();
  hooks.on("tool.pre", () => void used.hook++);
  const observer = new SessionObserver();
  const policy = () => ++used.policy > 0;
  const session = new Session({ hooks, observer, policy, ...options });
  return { session, used, observer };
}

describe("a branch of a session shares its parts", () => {
  const makers: [string, (session: Session) => Branch | Promise<Branch>][] = [
    ["made by it", (session) => session.branch({ tools: [echo] })],
    [
      "made before, and added",
      (session) => {
        const branch = new Branch({ tools: [echo] });
        session.add(branch);
        return branch;
      },
    ],
    [
      "added twice",
      (session) => {
        const branch = session.branch({ tools: [echo] });
        session.add(branch);
        return branch;
      },
    ],
    [
      "moved from another session",
      (session) => {
        const branch = new Session({ policy: () => false }).branch({ tools: [echo] });
        session.add(branch);
        return branch;
      },
    ],
    ["cloned from one of its own", (session) => session.branch({ tools: [echo] }).clone()],
  ];
  test.each(makers)("%s", async (_, make) => {
    const { session, used, observer } = arrange();
    const branch = await make(session);
    expect([branch.session, session.branches.includes(branch)]).toEqual([session, true]);
    expect(first(await branch.act(ask("echo"))).success).toBe(true);
    expect(used).toMatchObject({ policy: 1, hook: 1 });
    expect(observer.stored.map(({ kind }) => kind)).toEqual(["message", "hook", "hook", "event", "message"]);
  });

  test.each(makers)("no longer when it was removed: %s", async (_, make) => {
    const { session, used, observer } = arrange();
    const branch = await make(session);
    session.remove(branch);
    await branch.act(ask("echo"));
    expect([used.policy, used.hook, observer.stored, branch.session, session.branches.includes(branch)]).toEqual([
      0,
      0,
      [],
      undefined,
      false,
    ]);
  });

  test("its own parts are added to those of the session", async () => {
    const { session, used } = arrange();
    const hooks = new HookBus();
    const order: string[] = [];
    hooks.on("tool.pre", () => void order.push("own bus"));
    const branch = session.branch({ tools: [echo], hooks, policy: () => order.push("own policy") > 0 });
    await branch.act(ask("echo"));
    expect([order, used.policy, used.hook]).toEqual([["own policy", "own bus"], 1, 1]);
  });

  test("one bus given to both is called once", async () => {
    let calls = 0;
    const hooks = new HookBus();
    hooks.on("tool.pre", () => void calls++);
    await new Session({ hooks }).branch({ tools: [echo], hooks }).act(ask("echo"));
    expect(calls).toBe(1);
  });

  test("a policy sees the session's id", verifies("D5.gate-payload"), async () => {
    const seen: (string | null)[] = [];
    const session = new Session({ id: "s1", policy: (call) => seen.push(call.sessionId) > 0 });
    await session.branch({ tools: [echo] }).act(ask("echo"));
    expect(seen).toEqual(["s1"]);
  });

  test("its journal, unless the branch has its own", async () => {
    const journal = memoryJournal();
    const session = new Session({ journal });
    await session.branch({ id: "a", tools: [echo], journal: undefined }).act(ask("echo"));
    await session.branch({ id: "b", tools: [echo], journal: memoryJournal() }).act(ask("echo"));
    expect([journal.read("a").entries.length, journal.read("b").entries.length]).toEqual([3, 0]);
  });

  test("clock and ids", async () => {
    let count = 0;
    const runtime = { now: () => 7, monotonic: () => 0, id: () => `id-${++count}` };
    const session = new Session({ runtime });
    const branch = session.branch({ tools: [echo] });
    const model = first(await branch.act(ask("echo")));
    expect([session.id, branch.id]).toEqual(["id-1", "id-2"]);
    expect(model.callId).toMatch(/^id-\d$/);
    expect(branch.messages.messages.map(({ createdAt }) => createdAt)).toEqual([7, 7]);
  });
});

describe("a clone", () => {
  test("has the history and a life of its own", async () => {
    const branch = new Branch({ tools: [echo] });
    await branch.act(ask("echo", { a: 1 }));
    const clone = await branch.clone({ id: "copy" });
    await clone.act(ask("echo", { a: 2 }));
    expect(clone.id).toBe("copy");
    expect(history(clone)).toEqual(["echo", '={"a":1}', "echo", '={"a":2}']);
    expect(history(branch)).toEqual(["echo", '={"a":1}']);
    expect(clone.log).toHaveLength(1);
    clone.actions.register(tool("more"));
    expect(branch.actions.resolve("more")).toBeUndefined();
  });

  test("has its history in its own record", async () => {
    const journal = memoryJournal();
    const branch = new Branch({ journal, tools: [echo] });
    await branch.act([ask("echo", { a: 1 }), ask("echo", { a: 2 })]);
    await branch.clone({ id: "copy" });
    const again = await Branch.open({ id: "copy", journal, tools: [echo] });
    expect(again.messages.messages).toEqual(branch.messages.messages);
  });

  test("leaves open requests behind", async () => {
    const branch = new Branch({ tools: [echo], policy: () => escalate("ask") });
    await branch.act(ask("echo", {}));
    expect(branch.messages.openRequests).toHaveLength(1);
    expect((await branch.clone()).messages.messages).toEqual([]);
  });
});

test("a message of the host's own is told to those who listen to messages", async () => {
  const observer = new SessionObserver();
  const branch = new Branch({ observer });
  const heard: string[] = [];
  branch.onMessage((message) => void heard.push(message.id));
  branch.on("message.add", ({ messageId }) => void heard.push(messageId));
  await branch.add(createMessage({ id: "m", role: "user", content: "hello" }));
  expect(heard).toEqual(["m", "m"]);
  expect(observer.stored.map(({ kind }) => kind)).toEqual(["message"]);
});

describe("calls from within a call", () => {
  test("know their parent, in branches of the same session and in the same branch", async () => {
    const seen: (string | null)[] = [];
    const session = new Session({ policy: (call) => seen.push(call.parentCallId) > 0 });
    const inner = session.branch({ tools: [echo] });
    const outer = session.branch();
    outer.actions.register(echo);
    outer.actions.register(
      tool("agent", async (_, { callId }) => {
        const [far] = await inner.act(ask("echo", { far: true }), { parentCallId: callId });
        const [near] = await outer.act(ask("echo", { near: true }), { parentCallId: callId });
        return [far?.output, near?.output];
      }),
    );
    const model = first(await outer.act(ask("agent")));
    expect(model.output).toEqual([{ far: true }, { near: true }]);
    expect(seen).toEqual([null, model.callId, model.callId]);
    expect(history(outer)).toEqual(["agent", '=[{"far":true},{"near":true}]', "echo", '={"near":true}']);
  });
});

describe("SessionObserver", () => {
  test("stores before it dispatches; a filter suppresses dispatch, never storage", verifies("D2.emit-and-log"), async () => {
    const seen: Signal[] = [];
    const stored: number[] = [];
    const observer: SessionObserver = new SessionObserver({ accepts: ({ kind }) => kind !== "message" });
    observer.observe("event", (signal) => {
      seen.push(signal);
      stored.push(observer.stored.indexOf(signal));
    });
    observer.observe("message", (signal) => void seen.push(signal));
    observer.route(() => true, "everything");
    await new Branch({ tools: [echo], observer }).act(ask("echo"));
    expect(seen.map(({ kind }) => kind)).toEqual(["event"]);
    expect(stored).toEqual([1]);
    expect(observer.stored.map(({ kind }) => kind)).toEqual(["message", "event", "message"]);
    expect(observer.stream("everything").map(({ kind }) => kind)).toEqual(["event"]);
    expect(observer.stream("nothing")).toEqual([]);
  });

  test("a filter that answers anything but true", async () => {
    const observer = new SessionObserver({ accepts: (() => "yes") as never });
    observer.route(() => true, "everything");
    await new Branch({ tools: [echo], observer }).act(ask("echo"));
    expect([observer.stored.length, observer.stream("everything")]).toEqual([3, []]);
  });

  test("subscribers and routes can leave", async () => {
    let calls = 0;
    const observer = new SessionObserver();
    const leave = observer.observe("event", () => void calls++);
    const close = observer.route(() => true, "all");
    const branch = new Branch({ tools: [echo], observer });
    await branch.act(ask("echo"));
    leave();
    close();
    leave();
    await branch.act(ask("echo"));
    expect([calls, observer.stream("all").length]).toEqual([1, 3]);
  });

  test("its gate judges calls only", verifies("D2.emit-and-log"), async () => {
    const asked: unknown[] = [];
    const observer = new SessionObserver({ gate: (call) => asked.push(call.function) > 0 });
    const branch = new Branch({ tools: [echo], observer });
    expect(end(first(await branch.act(ask("echo"))))).toEqual(["succeeded", "yes", null]);
    expect(asked).toEqual(["echo"]);
  });

  test("a branch's own observer is the one that is told", async () => {
    const own = new SessionObserver();
    const { session, observer } = arrange();
    await session.branch({ tools: [echo], observer: own }).act(ask("echo"));
    expect([own.stored.length, observer.stored.length]).toEqual([5, 0]);
  });
});

test("an observer and a bus that fail themselves change nothing", async () => {
  const failing = (): never => {
    throw new Error("broken");
  };
  const observer = Object.assign(new SessionObserver(), { emit: failing });
  const hooks = new HookBus();
  const diagnostics: string[] = [];
  const branch = new Branch({ tools: [tool("t", () => 1)], observer, hooks, onDiagnostic: ({ code }) => void diagnostics.push(code) });
  // As it is asked about guards too, which may not be passed by, it fails only where it is told.
  hooks.has = (point) => (point === "tool.pre" ? false : failing());
  expect(ends(await branch.act(ask("t")))).toEqual([["succeeded", "yes", null]]);
  expect(branch.messages.openRequests).toEqual([]);
  expect(new Set(diagnostics)).toEqual(new Set(["observer_failed", "hook_failed"]));
});
