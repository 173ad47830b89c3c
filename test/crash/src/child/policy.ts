import type { Gate } from "@acta/governance";
import type { Arguments } from "./tools.js";

/** Says what the arguments ask it to say. */
export const policy: Gate = ({ arguments: given }) => {
  const { policy: wanted } = given as Arguments;
  return wanted === undefined ? true : { kind: wanted, reason: "the arguments say so" };
};
