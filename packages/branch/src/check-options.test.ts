import { Scheduler } from "@acta/batch/scheduler";
import { HookBus } from "@acta/hooks";
import { memoryJournal } from "@acta/journal/memory";
import { hostile, revoked } from "@acta/test-kit";
import { describe, expect, test } from "vitest";
import { forwarding, rejection, tool } from "../test/support.js";
import { Branch } from "./branch.js";
import type { BranchOptions } from "./branch-options.js";
import { checkOptions } from "./check-options.js";
import { corrected } from "./corrected/transaction.js";
import { recover } from "./recover.js";
import { Session } from "./session.js";
import { SessionObserver } from "./session-observer.js";

const journal = forwarding(memoryJournal());
const junk: readonly unknown[] = [null, 1, "", "text", true, Symbol("s"), {}, []];
const notFunctions = [null, 1, "text", {}, []];
const notDurations = [0, -1, Number.NaN, "5", null, {}, 1n];

const invalid: { readonly [Name in keyof BranchOptions]-?: readonly unknown[] } = {
  id: [null, 1, "", {}, Symbol("s")],
  tools: [null, {}, "tools", 1, () => {}],
  journal: [
    ...junk,
    ...["append", "read", "unsettled", "acquire", "close"].map((method) => ({ ...journal, [method]: undefined })),
    { ...journal, capabilities: undefined },
    { ...journal, capabilities: null },
  ],
  policy: [null, 1, "text", true, {}, [], { decide: true }, { id: "p" }],
  hooks: [...junk, () => {}, { on() {}, has() {} }],
  observer: [...junk, () => {}, { emit() {} }],
  executors: [
    null,
    {},
    "text",
    [null],
    [{ name: "x" }],
    [{ name: "x", execute() {} }],
    [{ capabilities: {}, execute() {} }],
    [{ name: "", capabilities: {}, execute() {} }],
  ],
  transaction: [...junk, { act() {} }, { ...corrected, decide: null }, { ...corrected, recover: null }, { ...corrected, views: {} }],
  onEscalate: notFunctions,
  scheduler: [{}, 1, "s", null],
  stallLimitMs: [0, -1, "1", null],
  keep: [0, -1, 0.5, Number.NaN, "1", null],
  notify: notFunctions,
  gateTimeoutMs: notDurations,
  escalateTimeoutMs: notDurations,
  redact: notFunctions,
  maxResultLength: notDurations,
  logger: notFunctions,
  onDiagnostic: notFunctions,
  leaseMs: [...notDurations, Number.POSITIVE_INFINITY],
  runtime: [...junk, { now: Date.now, monotonic: Date.now }],
};
const table = Object.entries(invalid).flatMap(([name, values]) =>
  [...values, hostile(), revoked()].map((value, index): [string, number, unknown] => [name, index, value]),
);
const refusal = (name: string) =>
  expect.objectContaining({ code: "invalid_options", message: expect.stringContaining(`the option ${name} `) });

describe("an option that makes no sense is refused, with its name", () => {
  test.each(table)("%s, value %d", async (name, _, value) => {
    const options = { [name]: value } as BranchOptions;
    expect(() => new Branch(options)).toThrow(refusal(name));
    expect(() => new Session().branch(options)).toThrow(refusal(name));
    if (name !== "tools") expect(() => new Session(options)).toThrow(refusal(name));
    expect(await rejection(Branch.open({ id: "b", journal, ...options } as never))).toEqual(refusal(name));
  });
});

test.each<[string, unknown]>([
  ["null", null],
  ["a text", "options"],
  ["a function", () => {}],
])("options that are %s are refused", (_, options) => {
  expect(() => new Branch(options as never)).toThrow(expect.objectContaining({ code: "invalid_options" }));
  expect(() => new Session(options as never)).toThrow(expect.objectContaining({ code: "invalid_options" }));
});

test("an option that throws when it is read is named, with its error", () => {
  const cause = new Error("trap");
  const options = {
    get policy(): never {
      throw cause;
    },
  };
  expect(() => new Branch(options)).toThrow(
    expect.objectContaining({ code: "invalid_options", cause, message: "the option policy could not be read" }),
  );
});

const full: Required<BranchOptions> = {
  id: "b",
  tools: [tool("t")],
  journal,
  policy: () => true,
  hooks: new HookBus(),
  observer: new SessionObserver(),
  executors: [
    { name: "here", capabilities: { offLoop: false, killable: false, remote: false }, execute: () => ({ kind: "lost", reason: "" }) },
  ],
  transaction: corrected,
  onEscalate: () => true,
  scheduler: new Scheduler(),
  stallLimitMs: 5,
  keep: 5,
  notify: () => {},
  gateTimeoutMs: Number.POSITIVE_INFINITY,
  escalateTimeoutMs: 0.5,
  redact: (value) => value,
  maxResultLength: Number.POSITIVE_INFINITY,
  logger: () => {},
  onDiagnostic: () => {},
  leaseMs: 1,
  runtime: { now: Date.now, monotonic: Date.now, id: () => "id" },
};

describe("what makes sense", () => {
  test("is kept as it is; what is undefined counts as not given", () => {
    expect(checkOptions(full)).toEqual(full);
    expect(Object.keys(checkOptions({ id: "b", policy: undefined }))).toEqual(["id"]);
    expect(checkOptions({ policy: { id: "p", decide: () => true } })).toHaveProperty("policy");
  });

  test("may be inherited: a policy of a class counts", () => {
    class Options {
      get policy() {
        return () => false;
      }
    }
    expect(checkOptions(new Options()).policy).toBeTypeOf("function");
  });

  test.each<[string, (options: BranchOptions) => unknown]>([
    ["new Branch", (options) => new Branch(options)],
    ["new Session", (options) => new Session(options)],
    ["session.branch", (options) => new Session().branch(options)],
    ["Branch.open", (options) => Branch.open(options as never)],
  ])("is read once by %s", async (_, make) => {
    const reads = new Map<PropertyKey, number>();
    const options = new Proxy(full, {
      get(target, name) {
        reads.set(name, (reads.get(name) ?? 0) + 1);
        return Reflect.get(target, name);
      },
    });
    await make(options);
    expect(Object.fromEntries(reads)).toEqual(Object.fromEntries(Object.keys(full).map((name) => [name, 1])));
  });
});

test.each([{ id: "b" }, { journal }, {}])("a branch is opened with an id and a journal: %o are not enough", async (options) => {
  expect(await rejection(Branch.open(options as never))).toMatchObject({ code: "invalid_options" });
});

test("recovery refuses junk before it reads anything", async () => {
  expect(await rejection(recover(null as never))).toEqual(refusal("journal"));
  expect(await rejection(recover(journal, { policy: null as never }))).toEqual(refusal("policy"));
  expect(await rejection(recover(journal, { branchId: "" }))).toEqual(refusal("id"));
});

test.each([
  ["gate", null],
  ["gate", {}],
  ["accepts", "all"],
])("an observer whose %s is %j is refused", (name, value) => {
  expect(() => new SessionObserver({ [name]: value } as never)).toThrow(refusal(name));
});

test("a misspelt option is refused: a policy under another name would govern nothing", () => {
  expect(() => new Branch({ polciy: () => false } as never)).toThrow(
    expect.objectContaining({ code: "invalid_options", message: "there is no option polciy" }),
  );
});
