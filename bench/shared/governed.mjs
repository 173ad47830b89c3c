import { defineTool } from "@acta/actions";
import { HookBus } from "@acta/hooks";
import { add } from "./tool.mjs";

/** The tool of all cases, as Acta has it. */
export const addTool = defineTool({ name: add.name, description: add.description, input: add.schema, effect: "read", run: add.run });

/** Asks one question of every call, as a policy of one's own would. */
export const isAllowed = ({ arguments: { b } }) => b !== 13;

const points = ["tool.pre", "tool.post", "message.add"];

/** A bus with so many handlers, dealt out over the three points. */
export function busOf(count) {
  const hooks = new HookBus();
  let told = 0;
  for (let index = 0; index < count; index++) {
    hooks.on(points[index % points.length], () => {
      told++;
    });
  }
  return { hooks, told: () => told };
}
