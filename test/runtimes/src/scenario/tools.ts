import { defineTool } from "@acta/actions";
import { z } from "zod";

export const add = defineTool({
  name: "add",
  description: "Adds two numbers.",
  input: z.object({ a: z.number(), b: z.number().default(1) }),
  effect: "read",
  run: ({ a, b }) => a + b,
});

export const fail = defineTool({
  name: "fail",
  description: "Fails.",
  input: z.object({}),
  run: async () => {
    throw new Error("the disk is full");
  },
});

export const count = defineTool({
  name: "count",
  description: "Counts, step by step.",
  input: z.object({ to: z.number() }),
  async *run({ to }) {
    for (let step = 1; step <= to; step++) yield step;
    return to;
  },
});
