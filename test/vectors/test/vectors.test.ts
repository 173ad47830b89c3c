import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readVectors } from "../src/read-vectors.js";
import { runScenario } from "../src/run-scenario.js";
import { runVectors } from "../src/run-vectors.js";

const data = fileURLToPath(new URL("../data", import.meta.url));

test("every given vector passes, none is skipped, verdicts come in the order of the vectors", async () => {
  const scenarios = await readVectors(data);
  const verdicts = await runVectors(scenarios, runScenario);
  expect(verdicts.filter(({ status }) => status !== "passed")).toEqual([]);
  expect(verdicts.map(({ id }) => id)).toEqual(scenarios.map(({ id }) => id));
  expect(verdicts).toHaveLength(319);
}, 30_000);
