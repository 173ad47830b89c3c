import { Event } from "@acta/event";
import { escalate } from "@acta/governance";
import { memoryJournal } from "@acta/journal/memory";
import { createActionRequest, createActionResponse, createMessage, MessageError } from "@acta/messages";
import { verifies } from "@acta/requirements";
import { describe, expect, test } from "vitest";
import { Branch, type BranchOptions, SessionObserver } from "../src/index.js";
import { ask, asynchronous, deferred, end, ends, history, never, rejection, tool } from "./support.js";

const tools = [
  tool("echo", (input) => input),
  tool("nothing", () => undefined),
  tool("broken", () => Promise.reject(new Error("no"))),
  tool("strange", () => ({ at: new Date(0), big: 1n, self: new Map([[1, new Set([2])]]), hidden: JSON.parse('{"__proto__":1}') })),
  tool("secret", () => ({ open: { list: [1] }, key: "k" }), { redact: { output: ["key"] } }),
  tool("sure"),
];
const policy: BranchOptions["policy"] = (call) => (call.function === "sure" ? escalate("sure?") : call.arguments.no !== true);

/** Everything that a branch shows of its record. */
const view = (branch: Branch) =>
  structuredClone({ messages: branch.messages.messages, log: branch.log, open: branch.messages.openRequests });

describe("open", () => {
  test.each(["sequential", "concurrent"] as const)("gives the same history and log: %s", verifies("D2.shapes"), async (strategy) => {
    const journal = memoryJournal();
    const branch = new Branch({ id: "b", journal, tools, policy });
    await branch.add(createMessage({ role: "user", content: "go" }));
    const requests = [
      ...tools.map(({ name }) => ask(name, { a: 1 }, `c-${name}`)),
      ask("nope"),
      ask("echo", { no: true }),
      ask("echo", "[]"),
      ask("nothing", ""),
    ];
    await branch.act(requests, { strategy });
    await branch.act(createActionRequest({ function: "echo", arguments: { last: true }, metadata: { from: "model" } }));
    const opened = await Branch.open({ id: "b", journal, tools, policy });
    expect(view(opened)).toEqual(view(branch));
    expect(view(opened).messages).toHaveLength(1 + 2 * requests.length - 1 + 2);
    await opened.act(ask("echo"));
    expect(history(opened).slice(-2)).toEqual(["echo", "={}"]);
    expect(JSON.parse(JSON.stringify(journal.read("b").entries))).toEqual(structuredClone(journal.read("b").entries));
  });

  test("reads page by page", async () => {
    const journal = memoryJournal();
    const branch = new Branch({ id: "b", journal, tools });
    await branch.act(Array.from({ length: 7 }, () => ask("echo")));
    const paged = { ...asynchronous(journal), read: (id: string, options = {}) => journal.read(id, { ...options, limit: 2 }) };
    expect(view(await Branch.open({ id: "b", journal: paged }))).toEqual(view(branch));
  });

  test("a journal without entries is an empty branch", async () => {
    const branch = await Branch.open({ id: "b", journal: memoryJournal() });
    expect(view(branch)).toEqual({ messages: [], log: [], open: [] });
  });

  test("nothing that is handed out can be changed", async () => {
    const branch = new Branch({ tools });
    await branch.act(ask("echo", { list: [1] }));
    for (const value of [...branch.messages.messages, ...branch.log]) expect(Object.isFrozen(value)).toBe(true);
    const [event] = branch.log as unknown as { arguments: { list: number[] } }[];
    expect(() => event?.arguments.list.push(2)).toThrow(TypeError);
  });
});

/** Every object in it, itself included. */
function* objectsIn(value: unknown): Generator<object, void, void> {
  if (typeof value !== "object" || value === null) return;
  yield value;
  for (const member of Object.values(value)) yield* objectsIn(member);
}

describe("what is recorded", () => {
  const requests = [
    ...tools.map(({ name }) => ask(name, { a: [1] }, `c-${name}`)),
    ask("nope"),
    ask("echo", { no: true }),
    ask("echo", "[]"),
  ];

  test("of an event is what it says of itself", verifies("D2.shapes"), async () => {
    const observer = new SessionObserver();
    const events: object[] = [];
    observer.observe("event", ({ event }) => void events.push(event as object));
    const branch = new Branch({ tools, policy, observer });
    await branch.act(requests, { strategy: "sequential" });
    expect(events).toHaveLength(branch.log.length);
    expect(events.filter((event) => event instanceof Event)).toHaveLength(4);
    expect(branch.log).toEqual(events.map((event) => (event instanceof Event ? event.toJSON() : event)));
  });

  test.each([undefined, () => ({ hidden: { by: "host" } })])("is plain and frozen at every level: redact %o", async (redact) => {
    const journal = memoryJournal();
    const branch = new Branch({ id: "b", journal, tools, policy, redact });
    await branch.act(requests);
    await branch.withdraw("over");
    const all = [...objectsIn([...journal.read("b").entries])].slice(1);
    expect(all.length).toBeGreaterThan(100);
    for (const each of all)
      expect([Object.isFrozen(each), Object.getPrototypeOf(Object.getPrototypeOf(each))]).toEqual([true, plainOf(each)]);
    const other = new Branch({ tools });
    for (const message of branch.messages.messages) await other.add(structuredClone(message));
    expect(other.messages.messages).toEqual(branch.messages.messages);
  });
});

/** What stands above the prototype of a plain object, or of a list. */
const plainOf = (value: object) => (Array.isArray(value) ? Object.prototype : null);

describe.each(["synchronous", "asynchronous"] as const)("a request message in two acts at once, with a %s journal", (kind) => {
  test("runs once, and has one response", async () => {
    const journal = memoryJournal();
    const gate = deferred();
    let runs = 0;
    const slow = tool("slow", () => gate.promise.then(() => ++runs));
    const branch = new Branch({ id: "b", journal: kind === "synchronous" ? journal : asynchronous(journal), tools: [slow] });
    const message = createActionRequest({ function: "slow", arguments: {} });
    const acts = [branch.act(message), branch.act([message, message])];
    gate.resolve();
    const [one, two] = await Promise.all(acts);
    expect(ends(one ?? [])).toEqual([["succeeded", "yes", null]]);
    expect(ends(two ?? [])).toEqual([
      ["skipped", "no", "duplicate"],
      ["skipped", "no", "duplicate"],
    ]);
    expect(runs).toBe(1);
    expect(view(await Branch.open({ id: "b", journal }))).toEqual(view(branch));
  });

  test("two acts at once keep their calls apart", async () => {
    const journal = memoryJournal();
    const branch = new Branch({ id: "b", journal: kind === "synchronous" ? journal : asynchronous(journal), tools });
    await Promise.all([branch.act([ask("echo", { a: 1 }), ask("broken")]), branch.act([ask("nothing"), ask("echo", { a: 2 })])]);
    expect(history(branch)).toEqual(["echo", '={"a":1}', "broken", "!tool_failed", "nothing", "=null", "echo", '={"a":2}']);
    expect(view(await Branch.open({ id: "b", journal }))).toEqual(view(branch));
  });
});

test("a request is answered by one of two who know nothing of each other", async () => {
  const journal = memoryJournal();
  const branches = [1, 2].map((answer) => new Branch({ id: "b", journal, tools: [tool("t", () => answer)] }));
  const message = createActionRequest({ function: "t", arguments: {} });
  const models = await Promise.all(branches.map((branch) => branch.act(message)));
  expect(models.flat().map(end)).toEqual([
    ["succeeded", "yes", null],
    ["denied", "no", "journal_unavailable"],
  ]);
  const opened = await Branch.open({ id: "b", journal });
  expect([history(opened), opened.log.length]).toEqual([["t", "=1"], 1]);
});

test("a request that was answered twice all the same is still readable: the first answer stays", async () => {
  const journal = memoryJournal();
  const branch = new Branch({ id: "b", journal, tools: [tool("t", () => 1)] });
  await branch.act(createActionRequest({ id: "q", function: "t", arguments: {} }));
  for (const { kind, body, opens, settles, ...entry } of journal.read("b").entries) {
    const again = { ...(body as object), callId: "other", event: { execution: { response: 2 } } };
    const matter = { ...(opens && { opens: "other" }), ...(settles && { settles: "other" }) };
    journal.append("b", [{ id: `${entry.id}:again`, kind, at: entry.at, ...matter, body: again }]);
  }
  const opened = await Branch.open({ id: "b", journal });
  expect([history(opened), opened.log.length]).toEqual([["t", "=1"], 2]);
});

describe("add", () => {
  const request = createActionRequest({ function: "echo", arguments: {} });

  test("records a message of the host's own, once", async () => {
    const journal = memoryJournal();
    const branch = new Branch({ id: "b", journal });
    const message = createMessage({ role: "user", content: "hello" });
    await branch.add(message);
    await branch.add(message);
    await branch.add(request);
    await branch.add(createActionResponse({ request, output: 1 }));
    expect(history(branch)).toEqual(["message", "echo", "=1"]);
    expect(view(await Branch.open({ id: "b", journal }))).toEqual(view(branch));
  });

  test.each<[string, unknown]>([
    ["no message", { kind: "message", id: "m" }],
    ["a response to nothing", createActionResponse({ request: createActionRequest({ function: "x", arguments: {} }), output: 1 })],
    ["another message with a known id", { ...createMessage({ role: "user", content: "other" }), id: request.id }],
  ])("%s: throws, and stores nothing", async (_, message) => {
    const journal = memoryJournal();
    const branch = new Branch({ id: "b", journal });
    await branch.add(request);
    expect(MessageError.isInstance(await rejection(branch.add(message as never)))).toBe(true);
    expect(journal.read("b").entries).toHaveLength(1);
    expect(history(await Branch.open({ id: "b", journal }))).toEqual(["?echo"]);
  });

  test("a response to a request that a call is about to answer", async () => {
    const branch = new Branch({ tools: [tool("echo", never)] });
    const controller = new AbortController();
    const acting = rejection(branch.act(request, { signal: controller.signal }));
    expect(await rejection(branch.add(createActionResponse({ request, output: 1 })))).toMatchObject({ code: "conflicting_response" });
    controller.abort("enough");
    await acting;
    expect(history(branch)).toEqual(["echo", "!cancelled"]);
  });
});
