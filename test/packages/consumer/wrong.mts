// Must not compile: the output of this tool is a number.
import { defineTool } from "@acta/actions";
import { Branch } from "@acta/branch";
import { z } from "zod";

const add = defineTool({ name: "add", description: "Adds.", input: z.object({ a: z.number() }), run: ({ a }) => a + 1 });
const [answer] = await new Branch({ tools: [add] }).act({ function: "add", arguments: { a: 1 } });
if (answer?.success) answer.output.toUpperCase();
