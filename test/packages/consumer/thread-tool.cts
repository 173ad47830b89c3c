// A tool whose module names itself, for a thread that loads it from a CommonJS module.
import actions = require("@acta/actions");
import threads = require("@acta/executor-threads");
import zod = require("zod");

declare const __filename: string;

export const square = threads.inThread(
  actions.defineTool({ name: "square", description: "Squares.", input: zod.z.object({ n: zod.z.number() }), run: ({ n }) => n * n }),
  { module: __filename, export: "square" },
);
