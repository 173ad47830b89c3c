import type { Json, JsonObject } from "./json.js";

/** One vector that says what the corrected transaction gives. */
export interface Scenario {
  readonly id: string;
  /** Undefined where an expectation has no vector. */
  readonly given: Json | undefined;
  readonly when: Json | undefined;
  readonly expected: JsonObject;
  /** Texts whose wording is the original host's. */
  readonly hostText: readonly string[];
}
