import { ActionManager, defineTool, InvalidArguments } from "@acta/actions";
import { z } from "zod";

const add = defineTool({
  name: "add",
  description: "Adds two numbers.",
  input: z.object({ a: z.number(), b: z.number().default(1) }),
  effect: "read",
  run: ({ a, b }) => a + b,
});

const manager = new ActionManager([add]);
console.log(
  manager
    .schemas()
    .map(({ name, parameters }) => `${name} requires ${parameters.required}`)
    .join(),
);

// What a model proposes is text or an object.
const event = await manager.invokeUngoverned({ function: "add", arguments: '{ "a": 2 }' });
console.log(event.status, event.execution.response, event.arguments);

try {
  await manager.invokeUngoverned({ function: "add", arguments: { b: 2 } });
} catch (error) {
  if (InvalidArguments.isInstance(error)) console.log(error.code, error.issues[0]?.path);
}

// prints: add requires a
// prints: completed 3 { a: 2, b: 1 }
// prints: invalid_arguments /a
