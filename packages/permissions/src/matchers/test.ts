import type { Json } from "@acta/governance";
import type { Truth } from "../truth.js";

/** Judges one value of the arguments of a call. Never throws. */
export type Test = (value: Json) => Truth;
