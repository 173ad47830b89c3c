import { Branch } from "@acta/branch";
import type { Journal } from "@acta/journal";
import { batchSize, type Cut, isOfApproved } from "../cuts.js";
import type { Witness } from "../facts/witness.js";
import { type Job, leaseMs } from "./job.js";
import { hold, never } from "./parent.js";
import { policy } from "./policy.js";
import { type Arguments, type Moment, toolsFor } from "./tools.js";
import { type HoldAt, heldJournal } from "./wrap-journal.js";

const holds: { readonly [cut in Cut | "after-answer"]?: HoldAt } = {
  "before-proposal": { kind: "call.proposed", when: "before" },
  "before-intent": { kind: "call.intended", when: "before" },
  "after-intent": { kind: "call.intended", when: "after" },
  "after-effect": { kind: "call.settled", when: "before" },
  "after-commit": { kind: "call.settled", when: "after" },
  "after-decision": { kind: "approval.decided", when: "after" },
  "approved-after-intent": { kind: "call.intended", when: "after" },
};

/** Runs a call, or a batch, up to the cut. */
export async function holdJob(journal: Journal, witness: Witness, job: Extract<Job, { do: "hold" }>): Promise<void> {
  const { branchId: id, cut, effect } = job;
  const held = holds[cut] ? heldJournal(journal, holds[cut], hold) : journal;
  const isBatch = cut === "mid-batch" || cut === "during-recovery";
  const at = isBatch ? inMidBatch() : cut.endsWith("in-effect") ? (moment: Moment) => moment === "in-effect" && hold() : undefined;
  const branch = new Branch({ id, journal: held, tools: toolsFor({ witness, at }), policy, leaseMs });
  const asks = isOfApproved(cut) ? { policy: "escalate" } : {};
  const calls = Array.from({ length: isBatch ? batchSize : 1 }, (_, index) => ({
    function: effect,
    arguments: { number: index + 1, ...asks },
  }));
  const models = await branch.act(calls, { batch: { concurrency: 2 } });
  for (const { id: approval } of await branch.approvals()) await branch.approve(approval, { by: "parent" });
  for (const { callId, outcome } of models) witness.see({ at: "answered", key: callId, outcome: outcome.kind });
  await hold();
}

/** Two calls at a time: the first two end, the third stops after its effect, the fourth in the middle of it, the fifth never starts. */
function inMidBatch() {
  let stopped = 0;
  return (moment: Moment, { number }: Arguments) => {
    if (!(number === 3 && moment === "after-effect") && !(number === 4 && moment === "in-effect")) return undefined;
    return ++stopped === 2 ? hold() : never();
  };
}
