import { defineTool } from "@acta/actions";
import { allow, deny, type Policy } from "@acta/governance";
import { parseProgram } from "@acta/permissions";
import { z } from "zod";
import type { Workspace } from "../workspace/workspace.js";
import { runProgram } from "./run-program.js";

const defaultTimeoutMs = 120_000;
const longestTimeoutMs = 600_000;

/**
 * `Bash`: one program with its arguments, run in the workspace and not by a shell. Which programs may run is the host policy's to say; what
 * only a shell could run never does. The program itself is not confined.
 */
export const bashTool = (workspace: Workspace) =>
  defineTool({
    name: "Bash",
    description: "Runs one program with its arguments in the workspace. There is no shell: only quotes are understood.",
    input: z.looseObject({
      command: z.string(),
      /** Milliseconds; more than ten minutes count as ten. */
      timeout: z.number().min(1).nullish(),
      description: z.string().nullish(),
    }),
    effect: "unsafe",
    policy: plainProgram,
    async run({ command, timeout }, { signal }) {
      const program = parseProgram(command);
      if (!program.ok) throw new Error("The command is more than words and quotes.");
      await workspace.confirmRoot();
      return runProgram(program.words, {
        folder: workspace.root,
        timeoutMs: Math.min(timeout ?? defaultTimeoutMs, longestTimeoutMs),
        signal,
      });
    },
    isFailure: ({ exitCode }) => exitCode !== 0,
  });

const plainProgram: Policy = {
  id: "program",
  decide(call) {
    const program = parseProgram(String(call.arguments.command));
    if (!program.ok)
      return deny(`The command is more than words and quotes: ${program.problem} at ${program.at}.`, { rule: "shell_syntax" });
    if (program.words.length === 0) return deny("The command names no program.", { rule: "no_program" });
    return allow({ reason: "The command is words and quotes." });
  },
};
