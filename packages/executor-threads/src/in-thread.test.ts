import { defineTool, type Tool } from "@acta/actions";
import { expect, test } from "vitest";
import { z } from "zod";
import { inThread, locationOf } from "./in-thread.js";
import { ThreadsError } from "./threads-error.js";

const add = defineTool({ name: "add", description: "Adds.", input: z.object({ a: z.number() }), effect: "read", run: ({ a }) => a + 1 });

test("gives the same tool, with an executor and a place", () => {
  const tool = inThread(add, { module: "file:///a/b.js", export: "add" });
  expect(tool).toEqual({ ...add, executor: "threads", module: "file:///a/b.js", export: "add" });
  const output: number | PromiseLike<number> | AsyncGenerator<unknown, number> | Generator<unknown, number> = tool.run(
    { a: 1 },
    {} as never,
  );
  expect(output).toBe(2);
  expect(locationOf(tool)).toEqual({ module: "file:///a/b.js", export: "add" });
});

test("B33: keeps the methods of a class, so that no guard of a tool gets lost", () => {
  class Add implements Tool {
    readonly name = "add";
    readonly description = "Adds.";
    readonly input = z.object({ a: z.number() });
    run = () => 1;
    get policy() {
      return () => false;
    }
    preprocess() {
      return { a: 2 } as never;
    }
    isFailure() {
      return true;
    }
  }
  const tool = inThread<Tool>(new Add(), { module: "/a.js", export: "add" });
  expect([tool.policy, tool.preprocess?.({} as never, {} as never), tool.isFailure?.(1)]).toEqual([expect.any(Function), { a: 2 }, true]);
});

test("keeps the executor that the tool names", () => {
  expect(inThread({ ...add, executor: "processes" }, { module: "/a.js", export: "add" }).executor).toBe("processes");
});

test.each([
  [new URL("file:///a/b.js"), "file:///a/b.js"],
  ["/a b/c.js", "file:///a%20b/c.js"],
  ["data:text/javascript,export%20const%20a=1", "data:text/javascript,export%20const%20a=1"],
])("takes %s", (module, address) => {
  expect(inThread(add, { module, export: "add" }).module).toBe(address);
});

test.each([
  ["a relative path", { module: "./tools.js", export: "add" }],
  ["the name of a package", { module: "tools", export: "add" }],
  ["a URL of the network", { module: "https://example.com/a.js", export: "add" }],
  ["no module", { module: undefined as never, export: "add" }],
  ["no export", { module: "/a.js", export: "" }],
  ["an export that is no text", { module: "/a.js", export: 1 as never }],
])("refuses %s", (_, location) => {
  const refused = () => inThread(add, location);
  expect(refused).toThrow(ThreadsError);
  expect(refused).toThrow(expect.objectContaining({ code: "invalid_location" }));
});

test("a tool of another kind has no place", () => {
  expect(locationOf(add)).toBeUndefined();
  expect(locationOf({ ...add, module: 1, export: "add" } as never)).toBeUndefined();
});
