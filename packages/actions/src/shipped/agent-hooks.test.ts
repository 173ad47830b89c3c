import { expect, test } from "vitest";
import type { Tool } from "../tool.js";
import { attachHooks, chainPostHooks, chainPreHooks } from "./agent-hooks.js";
import { isDeclaredAsync } from "./is-declared-async.js";

test("security runs again only where there is a user hook; what is no object changes nothing", async () => {
  const order: string[] = [];
  const hook = (id: string, answer?: unknown) => (_tool: string, action: string) => {
    order.push(`${id}:${action}`);
    return answer;
  };
  const chain = chainPreHooks("t", [hook("s")], [hook("u", { action: "go" }), hook("v", 1)]);
  expect(await chain?.({})).toEqual({ action: "go" });
  expect(order).toEqual(["s:", "u:", "v:go", "s:go"]);
  expect(await chainPreHooks("t", [hook("alone")])?.({ a: 1 })).toEqual({ a: 1 });
  expect(order.slice(4)).toEqual(["alone:"]);
  expect(chainPreHooks("t", [])).toBeUndefined();
});

test("post hooks transform objects, and are not asked about anything else", async () => {
  const chain = chainPostHooks("t", [(_tool, _action, _args, result) => ({ ...result, seen: true })]);
  expect(await chain?.({ a: 1 })).toEqual({ a: 1, seen: true });
  expect(await chain?.([1])).toEqual([1]);
  expect(chainPostHooks("t", [])).toBeUndefined();
});

test("hooks take the place of the tool's own processors, permissions first, and leave its declaration alone", async () => {
  class Own implements Tool {
    readonly #secret = 1;
    readonly name = "t";
    readonly description = "";
    readonly input: Tool["input"] = { "~standard": { version: 1, vendor: "test", validate: (value: unknown) => ({ value }) } };
    async run() {
      return this.#secret;
    }
    preprocess = () => ({ own: true });
  }
  const order: string[] = [];
  const note = (id: string) => () => order.push(id);
  const tool = attachHooks(new Own() as Tool, {
    permissions: note("permissions"),
    hooks: { "security_pre:t_tool": [note("suffixed")], "security_pre:*": [note("all")], "security_pre:t": [note("named")] },
  });
  expect(await tool.preprocess?.({ a: 1 }, {} as never)).toEqual({ a: 1 });
  expect(order).toEqual(["permissions", "all", "named", "suffixed"]);
  expect(isDeclaredAsync(tool.run)).toBe(true);
  expect(await tool.run({}, {} as never)).toBe(1);
});
