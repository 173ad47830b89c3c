import { SpendingLimit } from "../spending-limit.js";

/** Reserves in trials too. */
class Impatient extends SpendingLimit {
  decide(call, options) {
    return super.decide(call, { ...options, enforced: true });
  }
}

export const createPolicy = (options) => new Impatient(options);
