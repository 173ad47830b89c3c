import { Branch } from "@acta/branch";
import type { Journal } from "@acta/journal";
import type { Witness } from "../facts/witness.js";
import type { Job } from "./job.js";
import { tell, told } from "./parent.js";
import { toolsFor } from "./tools.js";

/** So many calls, each waited for; says the first end that is no success, if there is one. */
export async function writeJob(journal: Journal, witness: Witness, job: Extract<Job, { do: "write" }>): Promise<void> {
  const branch = new Branch({ id: job.branchId, journal, tools: toolsFor({ witness }) });
  const going = told();
  tell({ say: "ready" });
  await going;
  tell({ say: "ended", how: await write(branch, job.calls) });
  await branch.close();
}

async function write(branch: Branch, calls: number): Promise<string> {
  for (let number = 1; number <= calls; number++) {
    const [model] = await branch.act({ function: "unsafe", arguments: { number } });
    if (!model?.success) return `${number}: ${model?.outcome.error?.message}`;
  }
  return "succeeded";
}
