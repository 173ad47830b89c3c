import { z } from "zod";

/** The one tool that every case runs: its schema, its work, what a model proposes, and what has to come out of it. */
export const add = {
  name: "add",
  description: "Adds two numbers.",
  schema: z.object({ a: z.number(), b: z.number() }),
  run: ({ a, b }) => a + b,
};

export const proposed = { a: 1, b: 2 };
export const expected = 3;
