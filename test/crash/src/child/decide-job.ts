import { Branch, BranchError } from "@acta/branch";
import type { Journal } from "@acta/journal";
import type { Witness } from "../facts/witness.js";
import type { Job } from "./job.js";
import { tell, told } from "./parent.js";
import { policy } from "./policy.js";
import { toolsFor } from "./tools.js";

type DecideJob = Extract<Job, { do: "decide" }>;

/** In each branch approves the call that waits, as soon as it is told to; says how that ended. */
export async function decideJob(journal: Journal, witness: Witness, job: DecideJob): Promise<void> {
  const { branchIds, leaseMs, opensFirst } = job;
  for (const id of branchIds) {
    const open = () => Branch.open({ id, journal, tools: toolsFor({ witness }), policy, leaseMs });
    const going = told();
    const first = opensFirst ? await open() : undefined;
    tell({ say: "ready" });
    await going;
    tell({ say: "ended", how: await decide(first, open) });
  }
}

async function decide(first: Branch | undefined, open: () => Promise<Branch>): Promise<string> {
  let branch = first;
  try {
    branch ??= await open();
    const [approval] = await branch.approvals();
    if (approval === undefined) return "unknown";
    const answer = await branch.approve(approval.id, { by: String(process.pid) });
    return "code" in answer ? answer.code : answer.outcome.kind;
  } catch (error) {
    return BranchError.isInstance(error) ? error.code : String(error);
  } finally {
    await branch?.close();
  }
}
