import type { Journal } from "@acta/journal";
import type { Witness } from "../facts/witness.js";
import { recoverAll } from "../recover-all.js";
import type { Job } from "./job.js";
import { hold, tell, told } from "./parent.js";
import { policy } from "./policy.js";
import { toolsFor } from "./tools.js";
import { heldJournal } from "./wrap-journal.js";

export async function recoverJob(journal: Journal, witness: Witness, job: Extract<Job, { do: "recover" }>): Promise<void> {
  const { branchId, rerun, reconciles, isHeld, waits, broken } = job;
  const tools = toolsFor({ witness, reconciles, claimedEffect: broken === "unsafe-rerun" ? "idempotent" : undefined });
  const going = waits ? told() : undefined;
  tell({ say: "ready" });
  await going;
  const held = isHeld ? heldJournal(journal, { kind: "call.settled", when: "before", nth: 2 }, hold) : journal;
  await recoverAll(held, { branchId, rerun, tools, policy });
}
