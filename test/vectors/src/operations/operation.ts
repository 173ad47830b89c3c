import type { Given } from "../format.js";
import type { Json, JsonObject } from "../json.js";

/** Translates one kind of `when` into calls on real parts; answers with what was observed. */
export type Operation = (given: Given, when: JsonObject) => Promise<Json>;
