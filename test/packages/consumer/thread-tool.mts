// A tool whose module names itself, for a thread that loads it from an ES module.
import { defineTool } from "@acta/actions";
import { inThread } from "@acta/executor-threads";
import { z } from "zod";

export const square = inThread(
  defineTool({ name: "square", description: "Squares.", input: z.object({ n: z.number() }), run: ({ n }) => n * n }),
  { module: import.meta.url, export: "square" },
);
