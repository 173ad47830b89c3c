import type { Tool } from "@acta/actions";
import type { Witness } from "./witness.js";

export const effects = ["read", "idempotent", "unsafe"] as const;
export type EffectName = (typeof effects)[number];

export type Arguments = {
  /** Milliseconds before the effect, and again after it. */
  readonly waitMs: number;
  /** Fills the arguments up; comes back as it is. */
  readonly payload?: string;
};

const anything: Tool["input"] = { "~standard": { version: 1, vendor: "acta", validate: (value) => ({ value }) } };

/** One tool for each effect, of its name. The effect is a line with the id of the attempt. */
export function toolsFor(witness: Witness): readonly Tool[] {
  return effects.map(
    (effect): Tool => ({
      name: effect,
      description: `writes a line; ${effect}`,
      input: anything,
      effect,
      executor: "bullmq",
      async run(input, { callId, attempt }) {
        const { waitMs, payload } = input as Arguments;
        witness.begin(`${callId}:${attempt}`);
        if (waitMs > 0) await pause(waitMs);
        witness.see(`${callId}:${attempt}`);
        if (waitMs > 0) await pause(waitMs);
        return { payload: payload ?? null };
      },
    }),
  );
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
