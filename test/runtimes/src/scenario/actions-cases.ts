import { ActionManager, InvalidArguments, ToolNotFound } from "@acta/actions";
import type { ScenarioCase } from "./scenario-case.js";
import { add, count } from "./tools.js";

const actions = new ActionManager([add, count]);

export const actionsCases: readonly ScenarioCase[] = [
  {
    name: "actions: JSON text is parsed, defaults are filled in",
    expected: [{ a: 2, b: 1 }, 3],
    actual: async () => {
      const event = await actions.invokeUngoverned({ function: "add", arguments: '{"a": 2}' });
      return [event.arguments, event.execution.response];
    },
  },
  {
    name: "actions: a generator is driven to its return value",
    expected: 3,
    actual: async () => (await actions.invokeUngoverned({ function: "count", arguments: { to: 3 } })).execution.response,
  },
  {
    name: "actions: unknown tools and invalid arguments are refused",
    expected: [true, true],
    actual: async () => {
      const refused = (call: { function: string; arguments: unknown }) => actions.invokeUngoverned(call).catch((error: unknown) => error);
      const unknown = await refused({ function: "constructor", arguments: {} });
      const invalid = await refused({ function: "add", arguments: { a: "two" } });
      return [ToolNotFound.isInstance(unknown), InvalidArguments.isInstance(invalid)];
    },
  },
  {
    name: "actions: what a model is told",
    expected: ["add", "count"],
    actual: () => actions.schemas().map(({ name }) => name),
  },
];
