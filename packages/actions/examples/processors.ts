import { ActionManager, defineTool, withProcessors } from "@acta/actions";
import { PermissionError } from "@acta/governance";
import { z } from "zod";

const read = defineTool({
  name: "read",
  description: "Reads a file.",
  input: z.object({ path: z.string().trim() }),
  run: ({ path }) => ({ text: `what is in ${path}`, secret: "xyz" }),
});

// One agent's view of the tool. Arguments are frozen: to change them, return an object.
const guarded = withProcessors(read, {
  security: {
    "*": [
      ({ path }) => {
        if (String(path).startsWith("/etc")) throw new PermissionError(`${path} is not yours`);
      },
    ],
  },
  pre: { read: [({ path }) => ({ path: String(path).replace("~", "/srv/notes") })] },
  post: { read: [({ secret: _, ...output }) => output] },
});

const manager = new ActionManager([guarded]);
for (const path of ["~/notes", " /etc/passwd"]) {
  const { status, response, error } = (await manager.invokeUngoverned({ function: "read", arguments: { path } })).execution;
  console.log(status, error?.message ?? response);
}

// prints: completed { text: 'what is in /srv/notes/notes' }
// prints: skipped /etc/passwd is not yours
