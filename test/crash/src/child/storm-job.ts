import { Branch, type Envelope } from "@acta/branch";
import type { Journal } from "@acta/journal";
import { effects } from "../cuts.js";
import type { Witness } from "../facts/witness.js";
import { below, randomFrom } from "../random.js";
import { type Job, leaseMs } from "./job.js";
import { tell } from "./parent.js";
import { policy } from "./policy.js";
import { type Arguments, toolsFor } from "./tools.js";

/** Runs batches of mixed effects, one after another, until it is killed. */
export async function stormJob(journal: Journal, witness: Witness, { branchId: id, seed }: Extract<Job, { do: "storm" }>): Promise<never> {
  const random = randomFrom(seed);
  const branch = await Branch.open({ id, journal, tools: toolsFor({ witness }), policy, leaseMs });
  tell({ say: "ready" });
  for (;;) {
    const calls = Array.from({ length: 1 + below(random, 6) }, (_, index) => randomCall(random, index + 1));
    const strategy = random() < 0.3 ? "sequential" : "concurrent";
    const models = await branch.act(calls, { strategy, batch: { concurrency: 1 + below(random, 4) } });
    for (const { callId, outcome } of models) witness.see({ at: "answered", key: callId, outcome: outcome.kind });
    await decideSome(branch, random, witness);
  }
}

async function decideSome(branch: Branch, random: () => number, witness: Witness): Promise<void> {
  for (const { id } of await branch.approvals()) {
    if (random() < 0.3) continue;
    const answer = await (random() < 0.7 ? branch.approve(id, { by: "parent" }) : branch.reject(id, { by: "parent" }));
    if ("outcome" in answer) witness.see({ at: "answered", key: answer.callId, outcome: answer.outcome.kind });
  }
}

function randomCall(random: () => number, number: number): Envelope {
  const kind = random();
  const given: Arguments = {
    number,
    waitMs: below(random, 4),
    ...(kind < 0.1 ? { fails: true } : {}),
    ...(kind > 0.95 ? { policy: "deny" } : kind > 0.8 ? { policy: "escalate" } : {}),
  };
  return { function: effects[below(random, effects.length)] as string, arguments: given };
}
