import { describe, expect, test } from "vitest";
import { brokenSchedulers } from "./broken-schedulers.js";
import { judge } from "./judge.js";
import { runScenario } from "./run-scenario.js";
import { scenarioOf } from "./scenario.js";

/** `npm run scheduler -- --seeds 10000` runs them all; `--from` starts elsewhere. */
const count = Number(process.env.ACTA_SCHEDULER_SEEDS ?? 400);
const first = Number(process.env.ACTA_SCHEDULER_FROM ?? 1);
const lastControlSeed = 400;
const minutesMs = 600_000;

describe("on a simulated clock", () => {
  test(`${count} seeds keep caps, rates, locks, order and turns, and end every job once`, { timeout: minutesMs }, async () => {
    let started = 0;
    for (let seed = first; seed < first + count; seed++) {
      const scenario = scenarioOf(seed);
      const happenings = await runScenario(scenario);
      started += happenings.filter(({ what }) => what === "started").length;
      const complaints = judge(scenario, happenings);
      expect({ seed, complaints }).toEqual({ seed, complaints: [] });
    }
    expect(started).toBeGreaterThan(count);
  });

  test("a seed replays exactly", async () => {
    for (let seed = 1; seed <= 20; seed++) {
      expect(await runScenario(scenarioOf(seed))).toEqual(await runScenario(scenarioOf(seed)));
    }
    expect(scenarioOf(1)).not.toEqual(scenarioOf(2));
  });
});

describe("the judge notices a scheduler that", () => {
  test.each(Object.entries(brokenSchedulers))("%s", async (_fault, { make, complaint }) => {
    for (let seed = 1; seed <= lastControlSeed; seed++) {
      const scenario = scenarioOf(seed);
      const complaints = judge(scenario, await runScenario(scenario, make));
      if (complaints.some((each) => complaint.test(each))) return;
    }
    expect.unreachable(`no complaint in ${lastControlSeed} seeds`);
  });
});
