import { Branch } from "@acta/branch";
import type { Journal } from "@acta/journal";
import { effects } from "../cuts.js";
import type { Witness } from "../facts/witness.js";
import { type Job, leaseMs } from "./job.js";
import { hold, never } from "./parent.js";
import { policy } from "./policy.js";
import { toolsFor } from "./tools.js";

/** Stops when every call of every branch is in its effect. */
export async function leaveJob(journal: Journal, witness: Witness, { branchIds, calls }: Extract<Job, { do: "leave" }>): Promise<void> {
  let begun = 0;
  const at = () => (++begun === branchIds.length * calls ? hold() : never());
  const requests = Array.from({ length: calls }, (_, index) => ({
    function: effects[index % effects.length] as string,
    arguments: { number: index + 1 },
  }));
  const branches = branchIds.map((id) => new Branch({ id, journal, tools: toolsFor({ witness, at }), policy, leaseMs }));
  await Promise.all(branches.map((branch) => branch.act(requests, { batch: { concurrency: calls } })));
}
