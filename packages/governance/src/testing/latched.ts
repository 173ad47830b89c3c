import type { Verdict } from "../decision.js";
import type { Policy } from "../policy.js";

export interface LatchedPolicy extends Policy {
  /** How many calls wait for an answer. */
  readonly waiting: number;
  /** Answers those that wait, and lets later ones through. */
  open(): void;
}

/** A slow policy: answers nobody until it is opened. */
export function latched(verdict: Verdict, id = "latched"): LatchedPolicy {
  let answers: (() => void)[] = [];
  let isOpen = false;
  return {
    id,
    version: "1",
    get waiting() {
      return answers.length;
    },
    open() {
      isOpen = true;
      for (const answer of answers) answer();
      answers = [];
    },
    decide: () => (isOpen ? verdict : new Promise((resolve) => answers.push(() => resolve(verdict)))),
  };
}
