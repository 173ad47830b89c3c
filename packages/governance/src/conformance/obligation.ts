import type { Case } from "./case.js";
import type { PolicyCapability, PolicySubject } from "./subject.js";
import { World, type Wrapping } from "./world.js";

/** One obligation of the contract, whatever the policy is wrapped in. */
export interface Obligation {
  readonly id: string;
  readonly requirement: string;
  readonly needs?: readonly PolicyCapability[] | undefined;
  readonly body: (world: World) => Promise<void>;
}

/** The obligation as a case. Every policy that it creates is disposed of. */
export function caseOf({ id, requirement, needs = [], body }: Obligation, wrapping: Wrapping): Case<PolicySubject> {
  return {
    id,
    requirement,
    needs,
    async run(subject, check) {
      const world = new World(subject, check, wrapping);
      try {
        await body(world);
      } finally {
        await world.dispose();
      }
    },
  };
}
