import type { TestOptions } from "vitest";
import specification from "./requirements.json" with { type: "json" };

declare module "vitest" {
  interface TaskMeta {
    verifies?: readonly string[];
  }
}

const known = new Set(specification.requirements.map((rule) => rule.id));

/**
 * Options of a test that proves rules of the specification: `test("links a null", verifies("D2.link-null"), () => …)`.
 * At most three, because a test that proves everything proves nothing.
 */
export function verifies(...rules: readonly string[]): TestOptions {
  if (rules.length === 0 || rules.length > 3) throw new RangeError(`a test cites one to three rules, not ${rules.length}`);
  for (const rule of rules) if (!known.has(rule)) throw new RangeError(`no such rule in the specification: ${rule}`);
  return { meta: { verifies: rules } };
}
