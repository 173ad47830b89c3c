import type { Mutant } from "./mutant.js";
import { batches } from "./mutants/batches.js";
import { boundaries } from "./mutants/boundaries.js";
import { calls } from "./mutants/calls.js";
import { events } from "./mutants/events.js";
import { failures } from "./mutants/failures.js";
import { hooks } from "./mutants/hooks.js";
import { scheduling } from "./mutants/scheduling.js";
import { serialization } from "./mutants/serialization.js";

/** One for each rule of requirements.json that a test proves. */
export const mutants: readonly Mutant[] = [
  ...events,
  ...serialization,
  ...calls,
  ...hooks,
  ...failures,
  ...batches,
  ...boundaries,
  ...scheduling,
];
