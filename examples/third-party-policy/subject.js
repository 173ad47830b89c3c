import { createCallContext } from "@acta/governance";

const at = Date.now();
const pay = (cents) => createCallContext({ function: "pay", arguments: { cents }, at });

/**
 * What the kit needs to try a spending limit of three dollars an hour.
 *
 * @param {string} name
 * @param {() => import("@acta/governance").Policy} create
 * @returns {import("@acta/governance/conformance").PolicySubject}
 */
export const subjectOf = (name, create) => ({
  name,
  capabilities: ["stateful", "explains"],
  create,
  examples: {
    allow: () => pay(100),
    deny: () => pay(-100),
    abstain: () => createCallContext({ function: "read", arguments: { path: "a" }, at }),
  },
  limit: { admits: 3, call: () => pay(100) },
});
