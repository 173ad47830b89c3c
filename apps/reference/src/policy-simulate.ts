import type { Policy } from "@acta/governance";
import { type ChangedCall, type RecordedCall, type Simulation, simulate } from "@acta/governance/simulate";
import { type Column, Table } from "./columns.js";
import type { Io, Output } from "./io.js";
import { readPolicy } from "./load-policy.js";
import { isoTime } from "./log-report.js";
import { openRecord } from "./open-record.js";
import { knownPlaces } from "./places.js";
import { policyByBranch } from "./policy-by-branch.js";
import type { SimulateCommand } from "./policy-command.js";
import { printableJson } from "./printable.js";
import { recordedDecisions } from "./recorded-decisions.js";
import { gist } from "./table.js";
import { plural } from "./table-report.js";
import { workspaceTools } from "./tools/workspace-tools.js";
import { Workspace } from "./workspace/workspace.js";

/** Each way in which a call may be decided anew, as it is written. */
const changes = [
  ["newlyDenied", "newly denied"],
  ["newlyAllowed", "newly allowed"],
  ["newlyEscalated", "newly escalated"],
  ["newlyDeferred", "newly deferred"],
] as const;

/** `policy simulate`: which calls of a journal a policy would have decided otherwise. Nothing is run or written. */
export async function simulatePolicy(command: SimulateCommand, io: Io): Promise<number> {
  const told = await knownPlaces(command);
  const policyIn = await readPolicy(command.policy, io.signal);
  const record = openRecord({ kind: "journal", path: command.journal }, io);
  try {
    // Runs that begin meanwhile are left out: nobody has looked where they act.
    const ids = record.branches();
    const policy = await policyByBranch(ids, record.journal, { policyIn, told });
    const own = { count: 0 };
    const simulation = await simulate(policy, refusedByNoTool(recordedDecisions({ ...record, branches: () => ids }), own), {
      signal: io.signal,
    });
    if (command.json) reportLines(simulation, own.count, io.stdout);
    else reportTable(simulation, own.count, io.stdout);
    return 0;
  } finally {
    await record.close();
  }
}

/** What a tool's own policy refuses stays refused, whatever the policy of a host says. */
async function* refusedByNoTool(calls: AsyncIterable<RecordedCall>, own: { count: number }): AsyncGenerator<RecordedCall> {
  const ids = ownPolicies();
  for await (const recorded of calls) {
    const { kind, policy } = recorded.decision;
    if (kind !== "allow" && policy !== undefined && ids.has(policy)) own.count++;
    else yield recorded;
  }
}

function ownPolicies(): ReadonlySet<string> {
  const policies = workspaceTools(new Workspace("/")).flatMap(({ policy }) => (policy === undefined ? [] : [policy as Policy]));
  return new Set(policies.map(({ id }) => id));
}

interface Row extends ChangedCall {
  readonly change: string;
}

const columns: readonly Column<Row>[] = [
  { head: "change", cell: ({ change }) => change, colour: () => "yellow" },
  { head: "recorded", cell: ({ call }) => isoTime(call.at) },
  { head: "tool", cell: ({ call }) => call.function, widest: 20 },
  { head: "call", cell: ({ call }) => gist(call.arguments), widest: 34 },
  { head: "was", cell: ({ before }) => before.kind },
  { head: "is", cell: ({ after }) => after.kind },
  { head: "rule", cell: ({ after }) => after.rule ?? "-", widest: 24 },
  { head: "why", cell: ({ after }) => after.reason ?? "", widest: 200 },
];

function reportTable(simulation: Simulation, byTools: number, output: Output): void {
  const rows = changes.flatMap(([key, change]) => simulation[key].calls.map((changed) => ({ ...changed, change })));
  if (rows.length > 0) output.write(`${new Table(columns, output).add(rows)}\n`);
  const counts = changes.map(([key, change]) => `${simulation[key].count} ${change}`).join(", ");
  output.write(`${plural(simulation.total, "call")}: ${counts}, ${simulation.unchanged} unchanged.\n`);
  if (byTools > 0) output.write(`Left out: ${plural(byTools, "call")} that the tools' own policies refuse.\n`);
  if (simulation.unreadable > 0) output.write(`Unreadable: ${plural(simulation.unreadable, "call")}.\n`);
}

function reportLines(simulation: Simulation, byTools: number, output: Output): void {
  const print = (value: unknown) => output.write(`${printableJson(value)}\n`);
  for (const [key, change] of changes) {
    for (const { call, before, after } of simulation[key].calls)
      print({ type: "change", change: change.replace(" ", "_"), call, before, after });
  }
  const { total, unchanged, unreadable, ...lists } = simulation;
  const counts = Object.fromEntries(changes.map(([key]) => [key, lists[key].count]));
  print({ type: "summary", calls: total, ...counts, unchanged, refusedByTools: byTools, unreadable });
}
