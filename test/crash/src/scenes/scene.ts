import type { Job } from "../child/job.js";
import { policy } from "../child/policy.js";
import { toolsFor } from "../child/tools.js";
import { Child } from "../child-process.js";
import { type Facts, gather, historyOf } from "../facts/facts.js";
import { type Finding, judge } from "../facts/judge.js";
import { Witness } from "../facts/witness.js";
import { type Place, withJournal } from "../place.js";
import { recoverAll } from "../recover-all.js";

type Recovery = Omit<Extract<Job, { do: "recover" }>, "do" | "place" | "witness">;

/** A journal and a witness, and the branches in it that processes die over. */
export class Scene {
  readonly place: Place;
  readonly witness: string;

  constructor(place: Place, witness: string) {
    this.place = place;
    this.witness = witness;
  }

  hold(job: Omit<Extract<Job, { do: "hold" }>, "do" | "place" | "witness">): Child {
    return new Child({ do: "hold", place: this.place, witness: this.witness, ...job });
  }

  recoverer(recovery: Recovery): Child {
    return new Child({ do: "recover", place: this.place, witness: this.witness, ...recovery });
  }

  /** Recovery by a fresh process, and then once more by this one; what is wrong afterwards, and how the calls ended. */
  async recoverTwice(branchId: string, recovery: Recovery): Promise<Verdict> {
    await this.recoverer(recovery).ends();
    return this.examine([branchId], recovery);
  }

  /** Of all branches of the witness, which were recovered: recovers them once more, and compares. */
  examine(branchIds: readonly string[], { rerun, reconciles }: Pick<Recovery, "rerun" | "reconciles">): Promise<Verdict> {
    const witness = new Witness(this.witness);
    return withJournal(this.place, async (journal) => {
      const recovered = await gather(journal, branchIds, witness);
      const tools = toolsFor({ witness, reconciles });
      for (const branchId of branchIds) await recoverAll(journal, { branchId, rerun, policy, tools });
      witness.close();
      const recoveredAgain = await gather(journal, branchIds, witness);
      const history = await historyOf(journal, branchIds);
      return { findings: judge({ recovered, recoveredAgain, history }), facts: recoveredAgain };
    });
  }
}

export interface Verdict {
  readonly findings: readonly Finding[];
  readonly facts: Facts;
}
