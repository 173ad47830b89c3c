import type { Tool, ToolContext } from "@acta/actions";
import type { Effect } from "@acta/governance";
import { effects } from "../cuts.js";
import type { Witness } from "../facts/witness.js";

/** What a call is asked to do. */
export type Arguments = {
  /** Its place in the batch, from 1. */
  readonly number: number;
  /** Milliseconds in the middle of the effect. */
  readonly waitMs?: number;
  /** The effect breaks off in the middle. */
  readonly fails?: boolean;
  /** What the policy says. Default: allowed. */
  readonly policy?: "deny" | "escalate";
};

export type Moment = "in-effect" | "after-effect";

export interface ToolOptions {
  readonly witness: Witness;
  /** Called in the middle of an effect, and after it. */
  readonly at?: ((moment: Moment, call: Arguments, effect: Effect) => unknown) | undefined;
  /** Whether a tool can say what became of an effect. Default false. */
  readonly reconciles?: boolean | undefined;
  /** What the tools say of themselves instead of the truth. */
  readonly claimedEffect?: Effect | undefined;
}

const anything: Tool["input"] = { "~standard": { version: 1, vendor: "acta", validate: (value) => ({ value }) } };

/** One tool for each effect, of its name. The effect is two lines in a file that is synced. */
export function toolsFor(options: ToolOptions): readonly Tool[] {
  return effects.map((effect): Tool => {
    const { witness, at = () => {}, reconciles, claimedEffect } = options;
    return {
      name: effect,
      description: `writes two lines; ${effect}`,
      input: anything,
      effect: claimedEffect ?? effect,
      async run(input, { idempotencyKey: key }: ToolContext) {
        const call = input as Arguments;
        witness.see({ at: "begun", key });
        if (call.waitMs !== undefined) await new Promise((resolve) => setTimeout(resolve, call.waitMs));
        await at("in-effect", call, effect);
        if (call.fails) throw new Error("the effect broke off");
        witness.see({ at: "done", key });
        await at("after-effect", call, effect);
        return { key };
      },
      ...(reconciles ? { reconcile: (key: string) => whatHappened(witness, key) } : {}),
    };
  });
}

function whatHappened(witness: Witness, key: string): "done" | "not_done" | "unknown" {
  const lines = witness.read().filter((line) => line.key === key);
  if (lines.some(({ at }) => at === "done")) return "done";
  return lines.some(({ at }) => at === "begun") ? "unknown" : "not_done";
}
