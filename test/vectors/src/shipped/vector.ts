import type { Json, JsonObject } from "../json.js";

/** One vector as it was observed on the original. */
export interface Vector {
  readonly id: string;
  readonly given: Json | undefined;
  readonly when: Json | undefined;
  readonly expected: JsonObject;
  /** Texts whose wording is the original host's. */
  readonly hostText: readonly string[];
  /** Whether the order between items is chance. */
  readonly isOrderIncidental: boolean;
  /** Whether it depends on the scheduler how far the items came. */
  readonly isSchedulerSensitive: boolean;
}

/** The vectors among what files hold: what has no observation says nothing. */
export function toVector(entry: JsonObject): readonly Vector[] {
  const {
    id,
    given,
    when,
    then,
    then_shipped: shipped,
    host_text: hostText,
    cross_item_order: order,
    scheduler_sensitive: sensitive,
  } = entry;
  const expected = then ?? shipped;
  if (typeof id !== "string" || typeof expected !== "object" || expected === null || Array.isArray(expected)) return [];
  return [
    {
      id,
      given,
      when,
      expected: expected as JsonObject,
      hostText: Array.isArray(hostText) ? hostText.map(String) : [],
      isOrderIncidental: order === "incidental",
      isSchedulerSensitive: sensitive !== undefined,
    },
  ];
}
