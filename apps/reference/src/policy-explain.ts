import { createCallContext } from "@acta/governance";
import { type Explanation, explain, type RuleExplanation } from "@acta/governance/explain";
import { printable } from "@acta/permissions";
import { type Column, Table } from "./columns.js";
import type { Io, Output } from "./io.js";
import { loadPolicy } from "./load-policy.js";
import { fileSystemOf } from "./places.js";
import type { ExplainCommand } from "./policy-command.js";
import { printableJson } from "./printable.js";

/** `policy explain`: what each rule of a policy makes of a call, and which determines. Nothing is run. */
export async function explainPolicy(command: ExplainCommand, io: Io): Promise<number> {
  const policy = await loadPolicy(command.file, await fileSystemOf(command), io.signal);
  const explanation = await explain(policy, createCallContext(command.call), { signal: io.signal });
  if (command.json) io.stdout.write(`${printableJson({ type: "explanation", call: command.call, ...explanation })}\n`);
  else report(command, explanation, io.stdout);
  return 0;
}

function report({ call }: ExplainCommand, { decision, policies, determining }: Explanation, output: Output): void {
  output.write(`${printable(`${call.function} ${JSON.stringify(call.arguments)}`)}\n\n`);
  output.write(new Table(columns, output).add(policies.flatMap(({ rules }) => rules)));
  const rules = determining.map(({ rule }) => printable(rule)).join(", ");
  output.write(`\nDecision: ${decision?.kind ?? "none"}, by ${rules}.\n`);
  output.write("This is the policy alone: run also asks the tools themselves, for example whether a path leads out of the workspace.\n");
  for (const { problem } of policies) if (problem !== undefined) output.write(`Not all rules are here: ${printable(problem)}.\n`);
}

const columns: readonly Column<RuleExplanation>[] = [
  { head: "", cell: ({ determining }) => (determining ? ">" : "") },
  { head: "rule", cell: ({ rule }) => rule, widest: 40 },
  { head: "effect", cell: ({ effect }) => effect },
  {
    head: "matches",
    cell: ({ matched }) => (matched ? "yes" : "no"),
    colour: ({ matched }) => (matched ? "green" : "gray"),
  },
  { head: "why", cell: ({ why }) => why, widest: 400 },
];
