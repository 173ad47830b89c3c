import { expect, test } from "vitest";
import { runScenes } from "./run.js";

/** Tests of other packages share this process, and hold threads and files of their own. */
const tolerance = { threads: 15, files: 15, handles: 15, megabytes: Number.POSITIVE_INFINITY };

test("a few of everything: nothing is wrong, and every control is caught", { timeout: 60_000 }, async () => {
  const told: string[] = [];
  const amounts = { workMs: 200, workRounds: 1, delayMs: 400, runaways: 7, sleeps: 1, writers: 6, calls: 250, tolerance };
  const { findings, controls } = await runScenes(amounts, ({ scene }) => told.push(scene));
  expect(findings.flatMap(({ scene, wrong }) => wrong.map((each) => `${scene}: ${each}`))).toEqual([]);
  expect(told).toHaveLength(6);
  expect(controls.map(({ finding, isCaught }) => [finding.scene, isCaught])).toEqual(controls.map(({ finding }) => [finding.scene, true]));
  expect(controls).toHaveLength(5);
});
