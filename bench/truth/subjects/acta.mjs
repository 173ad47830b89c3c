import { readFileSync } from "node:fs";
import { defineTool } from "@acta/actions";
import { Branch } from "@acta/branch";
import { sqliteJournal } from "@acta/journal-sqlite";
import { z } from "zod";
import { written } from "../statements.mjs";

const input = z.object({ amount: z.number() });
const id = "payments";
/** How long a killed process keeps its branch from another one. */
const leaseMs = 500;

export const version = JSON.parse(readFileSync(new URL("../../../packages/branch/package.json", import.meta.url), "utf8")).version;

export const how = {
  denied: "policy",
  "arguments-rewritten": "policy",
  "guard-throws": "policy",
  "guard-hangs": "policy and gateTimeoutMs",
  aborted: "act({ signal })",
  "timed-out": "act({ batch: { timeoutMs } })",
  "killed-before-effect": "SQLite journal, branch.recover()",
  "killed-after-effect": "SQLite journal, branch.recover()",
  "approval-for-changed-arguments": "an escalating policy, branch.approve(), a preprocess that rewrites",
};

export const cannot = {};

export async function run(staged, folder, history) {
  if (staged.approvalAfterChangeTo !== undefined) return approveAfterChange(staged, history);
  const journal = staged.isFatal ? sqliteJournal({ path: `${folder}/acta.db` }) : undefined;
  const { guard, guardTimeoutMs, timeoutMs, signal } = staged;
  const branch = new Branch({
    id,
    journal,
    tools: toolsOf(staged),
    policy: guard && ((call) => guard(call.arguments, (amount) => Object.assign(call.arguments, { amount }))),
    gateTimeoutMs: guardTimeoutMs,
    leaseMs,
  });
  try {
    await branch.act(
      staged.calls.map((call) => ({ function: call.name, arguments: call.args, correlationId: call.id })),
      { signal, batch: timeoutMs === undefined ? undefined : { timeoutMs } },
    );
  } finally {
    read(branch, history);
  }
}

/** A new process opens the journal that the killed one left behind. */
export async function resume(staged, folder, history) {
  const journal = sqliteJournal({ path: `${folder}/acta.db` });
  const branch = await whenLeaseIsOver(() => Branch.open({ id, journal, tools: toolsOf(staged), leaseMs }));
  await branch.recover();
  read(branch, history);
}

const toolsOf = ({ tools }, preprocess) =>
  Object.entries(tools).map(([name, work]) =>
    defineTool({ name, description: name, input, preprocess, run: (args, { signal }) => work(args, signal) }),
  );

function read({ messages }, { responses, pending }) {
  for (const { kind, correlationId, success, content } of messages.messages) {
    if (kind !== "action_response") continue;
    const { output, error } = content;
    responses.push({
      id: correlationId,
      status: success ? "ok" : "error",
      text: success ? written(output) : `${error.code}: ${error.message}`,
    });
  }
  for (const { correlationId } of messages.openRequests) pending.push(correlationId);
}

/** What the approver was shown is 1; when the call runs, a preprocess has made more of it. */
async function approveAfterChange(staged, history) {
  let change = null;
  const branch = new Branch({
    id,
    tools: toolsOf(staged, () => (change === null ? undefined : { amount: change })),
    policy: () => ({ kind: "escalate", reason: "a person has to look at it" }),
  });
  const [call] = staged.calls;
  await branch.act({ function: call.name, arguments: call.args, correlationId: call.id });
  try {
    const [approval] = await branch.approvals();
    change = staged.approvalAfterChangeTo;
    await branch.approve(approval.id, { by: "somebody" });
  } finally {
    read(branch, history);
  }
}

/** The killed process holds the branch until its lease is over. */
async function whenLeaseIsOver(open) {
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (error.code !== "branch_taken") throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
