import { setFlagsFromString } from "node:v8";
import { HookBus, type HookPoint } from "@acta/hooks";
import { describe, expect, test } from "vitest";
import { Branch, type Scope, Session, SessionObserver, type Transaction } from "../src/index.js";
import { tool } from "./support.js";

setFlagsFromString("--allow-natives-syntax");
/** Whether V8 finds the members of both in the same places, without looking them up. */
const areAlike = new Function("left", "right", "return %HasFastProperties(left) && %HaveSameMap(left, right)") as (
  left: object,
  right: object,
) => boolean;
// It is compiled at its first call; nobody else here gets the syntax.
areAlike({}, {});
setFlagsFromString("--no-allow-natives-syntax");

const add = tool("add", ({ a, b }) => Number(a) + Number(b), { effect: "read" });

type Seen = { readonly [what: string]: object };

/** One object of each kind that a call makes or hands on, from a branch of its own. */
async function objectsOfOneCall(): Promise<Seen> {
  const seen: { [what: string]: object } = {};
  const hooks = new HookBus();
  const points: readonly HookPoint[] = ["tool.pre", "tool.post", "message.add"];
  for (const point of points) {
    hooks.on(point, (payload) => {
      seen[point] ??= payload;
    });
  }
  const observer = new SessionObserver();
  const session = new Session({ observer });
  const branch = session.branch({
    tools: [add],
    hooks,
    policy: (context) => {
      seen.context = context;
      return true;
    },
  });
  const [model] = await branch.act({ function: "add", arguments: { a: 1, b: 2 } });
  const [request, response] = branch.messages.messages;
  const [record] = branch.log;
  Object.assign(seen, { model, request, response, record, scope: await scopeOfBranch() });
  return seen;
}

/** What the steps of a transaction get, which read it all the time. */
async function scopeOfBranch(): Promise<Scope> {
  let taken: Scope | undefined;
  const transaction: Transaction = {
    name: "spy",
    act: (scope) => {
      taken = scope;
      return [];
    },
    decide: async () => [],
  };
  await new Branch({ transaction, tools: [add] }).act([]);
  return taken as Scope;
}

/** A literal with a member after a spread has been made so often before the V8 of Node 20 gives each a hidden class of its own. */
const warm = 20;

async function lastTwo<T>(make: () => T | Promise<T>): Promise<readonly [T, T]> {
  for (let made = 0; made < warm; made++) await make();
  return [await make(), await make()];
}

describe("what a call makes has the hidden class that it had on every branch before", () => {
  test("its messages and entries, and what hooks, policies and steps get", async () => {
    const [first, second] = await lastTwo(objectsOfOneCall);
    expect(Object.keys(first).sort()).toEqual([
      "context",
      "message.add",
      "model",
      "record",
      "request",
      "response",
      "scope",
      "tool.post",
      "tool.pre",
    ]);
    expect(Object.keys(first).filter((what) => !areAlike(first[what] as object, second[what] as object))).toEqual([]);
  });

  test("the control: the same members in another order are another class, and a dictionary has none", () => {
    expect(areAlike({ a: 1, b: 2 }, { a: 1, b: 2 })).toBe(true);
    expect(areAlike({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(false);
    expect(areAlike(Object.create(null), Object.create(null))).toBe(false);
  });
});
