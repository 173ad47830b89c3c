import type { Verdict } from "../decision.js";
import type { Policy } from "../policy.js";

const scripted = (id: string, decide: () => unknown): Policy => ({ id, version: "1", decide: decide as Policy["decide"] });

/** Answers this, whether or not it is an answer: a verdict, a promise of one, or junk. */
export const answering = (answer: Verdict | unknown, id = "answering"): Policy => scripted(id, () => answer);

/** Throws. */
export const throwing = (error: unknown = new Error("out of order"), id = "throwing"): Policy =>
  scripted(id, () => {
    throw error;
  });

/** Rejects. */
export const rejecting = (error: unknown = new Error("out of order"), id = "rejecting"): Policy =>
  scripted(id, () => Promise.reject(error));

/** Never answers. */
export const hanging = (id = "hanging"): Policy => scripted(id, () => new Promise<never>(() => {}));
