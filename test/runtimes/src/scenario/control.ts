import type { ScenarioCase } from "./scenario-case.js";

/** Wrong on purpose: a harness that does not report it cannot be believed. */
export const control: ScenarioCase = { name: "control: two and two", expected: 5, actual: () => 2 + 2 };
