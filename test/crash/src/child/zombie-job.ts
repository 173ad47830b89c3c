import { Branch, BranchError } from "@acta/branch";
import type { Journal } from "@acta/journal";
import type { Witness } from "../facts/witness.js";
import { type Job, zombieLeaseMs } from "./job.js";
import { tell, told } from "./parent.js";
import { policy } from "./policy.js";
import { toolsFor } from "./tools.js";

/** In each branch one unsafe call, which is stopped in its effect; says how it ended. */
export async function zombieJob(journal: Journal, witness: Witness, { branchIds }: Extract<Job, { do: "zombie" }>): Promise<void> {
  const at = async (moment: string) => {
    if (moment !== "in-effect") return;
    const going = told();
    tell({ say: "held" });
    await going;
  };
  for (const id of branchIds) {
    const branch = new Branch({ id, journal, tools: toolsFor({ witness, at }), policy, leaseMs: zombieLeaseMs });
    tell({ say: "ended", how: await endOf(branch) });
    await branch.close();
  }
}

async function endOf(branch: Branch): Promise<string> {
  try {
    const [model] = await branch.act({ function: "unsafe", arguments: { number: 1 } });
    return model?.outcome.kind ?? "nothing";
  } catch (error) {
    return BranchError.isInstance(error) ? error.code : String(error);
  }
}
