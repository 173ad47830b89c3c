import type { StandardSchemaV1 } from "@standard-schema/spec";
import { expectTypeOf } from "vitest";
import { z } from "zod";
import { type CallsOf, defineTool, type Tool, type ToolContext } from "./index.js";

type IsAny<T> = 0 extends 1 & T ? true : false;

// Everything is inferred from the schema and from run.
const add = defineTool({
  name: "add",
  description: "Adds.",
  input: z.object({ a: z.number(), b: z.number().default(1), note: z.string().optional() }),
  effect: "read",
  run: ({ a, b }) => a + b,
  postprocess: (sum) => {
    expectTypeOf(sum).toEqualTypeOf<number>();
    return sum;
  },
});
const read = defineTool({
  name: "read",
  description: "Reads.",
  input: z.object({ path: z.string() }),
  output: z.object({ text: z.string() }),
  run: async ({ path }, { signal }) => ({ text: path + String(signal.aborted) }),
});
const crawl = defineTool({
  name: "crawl",
  description: "Streams.",
  input: z.object({ urls: z.array(z.string()) }),
  async *run({ urls }) {
    for (const url of urls) yield { url };
    return urls.length;
  },
});
const count = defineTool({
  name: "count",
  description: "Streams, synchronously.",
  input: z.object({}),
  *run() {
    yield 1;
    return "done";
  },
});
const nothing = defineTool({ name: "nothing", description: "Null.", input: z.object({}), run: () => null });

expectTypeOf(add.name).toEqualTypeOf<"add">();
expectTypeOf(add.run).parameters.toEqualTypeOf<[{ a: number; b: number; note?: string | undefined }, ToolContext]>();

type Calls = CallsOf<readonly [typeof add, typeof read, typeof crawl, typeof count, typeof nothing]>;
expectTypeOf<keyof Calls>().toEqualTypeOf<"add" | "read" | "crawl" | "count" | "nothing">();
expectTypeOf<Calls["add"]["arguments"]>().toEqualTypeOf<{ a: number; b: number; note?: string | undefined }>();
expectTypeOf<Calls["add"]["output"]>().toEqualTypeOf<number>();
expectTypeOf<Calls["read"]["output"]>().toEqualTypeOf<{ text: string }>();
expectTypeOf<Calls["crawl"]["output"]>().toEqualTypeOf<number>();
expectTypeOf<Calls["count"]["output"]>().toEqualTypeOf<string>();
expectTypeOf<Calls["nothing"]["output"]>().toEqualTypeOf<null>();
expectTypeOf<IsAny<Calls["crawl"]["output"]>>().toEqualTypeOf<false>();

// Any of them is a tool; of a list that is not known, nothing is known but that.
const list: readonly Tool[] = [add, read, crawl, count, nothing];
void list;
expectTypeOf<CallsOf<readonly Tool[]>[string]["output"]>().toEqualTypeOf<unknown>();

// Schemas that say nothing, or say it with an interface, pass: what they give is checked at run time.
interface Arguments {
  a: number;
}
declare const typed: StandardSchemaV1<unknown, Arguments>;
defineTool({ name: "typed", description: "", input: typed, run: ({ a }) => a });
defineTool({ name: "unknown", description: "", input: z.unknown(), run: (input) => expectTypeOf(input).toEqualTypeOf<unknown>() });
defineTool({ name: "loose", description: "", input: z.looseObject({ a: z.number() }), run: ({ a }) => a });

// @ts-expect-error a schema whose output is no JSON is refused: a date
defineTool({ name: "when", description: "", input: z.object({ at: z.coerce.date() }), run: () => 1 });
// @ts-expect-error a map
defineTool({ name: "map", description: "", input: z.object({ all: z.map(z.string(), z.string()) }), run: () => 1 });
// @ts-expect-error a big integer
defineTool({ name: "big", description: "", input: z.object({ n: z.coerce.bigint() }), run: () => 1 });
// @ts-expect-error deep inside
defineTool({ name: "deep", description: "", input: z.object({ list: z.array(z.object({ at: z.date() })) }), run: () => 1 });
// @ts-expect-error postprocess keeps the type
defineTool({ name: "x", description: "", input: z.object({}), run: () => 1, postprocess: (_n) => "text" });
// @ts-expect-error the output schema and run disagree
defineTool({ name: "y", description: "", input: z.object({}), output: z.object({ n: z.number() }), run: () => ({ n: "no" }) });
// @ts-expect-error preprocess gives arguments
defineTool({ name: "z", description: "", input: z.object({ a: z.number() }), run: () => 1, preprocess: () => ({ a: "no" }) });
// @ts-expect-error there is no such effect
defineTool({ name: "e", description: "", input: z.object({}), effect: "harmless", run: () => 1 });
