import type { Step } from "../format.js";
import type { JsonObject } from "../json.js";
import { checkStep, type Frame, runStep } from "./steps.js";
import { decodeFields } from "./values.js";

/** A run that waits by yielding milliseconds; who drives it decides how to wait. */
export type Run = Generator<number, unknown, void>;

/** The mini-program of one tool, hook, processor or subscriber; it counts its own calls. */
export class Program {
  readonly #steps: readonly Step[];
  readonly #kwargs: { readonly [key: string]: unknown } | undefined;
  #calls = 0;

  /** Throws `Untranslatable` for a step that is not known, also for one that would never be reached. */
  constructor(steps: readonly Step[] = [], kwargs?: JsonObject) {
    steps.forEach(checkStep);
    this.#steps = steps;
    this.#kwargs = kwargs && decodeFields(kwargs);
  }

  /** `named`: what `arg` in steps looks up. Default: the input itself. */
  begin(input: unknown, named: unknown = input): Run {
    this.#calls += 1;
    const frame: Frame = { input, named: named as Frame["named"], kwargs: this.#kwargs, calls: this.#calls };
    return this.#run(frame);
  }

  *#run(frame: Frame): Run {
    for (const step of this.#steps) {
      const effect = runStep(step, frame);
      if (effect === undefined) continue;
      if ("returned" in effect) return effect.returned;
      yield effect.waitMs;
    }
    return null;
  }
}
