import { Child } from "../child-process.js";
import { callRecords } from "../facts/call-record.js";
import type { Finding } from "../facts/judge.js";
import type { Place } from "../place.js";
import type { Places } from "../places.js";
import { below, randomFrom } from "../random.js";
import { Scene } from "./scene.js";

/** What random kills of one store came to. */
export interface Kills {
  kills: number;
  /** Calls that the killed processes had proposed. */
  calls: number;
  /** Calls of which nobody was told how they ended. */
  recovered: number;
  readonly findings: (Finding & { readonly branchId: string })[];
  /** Rounds that did not come to their end. */
  readonly broken: string[];
}

export interface KillOptions {
  readonly kills: number;
  readonly seed: number;
  /** Rounds at the same time. */
  readonly lanes: number;
}

/** Kills processes on one journal at random times, the recovering ones too, and examines each branch after its recovery. */
export async function killAtRandom(places: Places, place: Place, { kills, seed, lanes }: KillOptions): Promise<Kills> {
  const total: Kills = { kills: 0, calls: 0, recovered: 0, findings: [], broken: [] };
  let left = kills;
  let round = 0;
  const lane = async () => {
    while (left > 0) {
      const random = randomFrom(seed + round);
      const branchId = `round ${round++}`;
      const killsRecoverer = left > 1 && random() < 0.25;
      const planned = killsRecoverer ? 2 : 1;
      left -= planned;
      const scene = new Scene(place, places.file("witness"));
      const killed = await killOnce(scene, { branchId, random, killsRecoverer }, total).catch((error: unknown) => {
        total.broken.push(`${branchId}: ${String(error)}`);
        return planned;
      });
      left += planned - killed;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return total;
}

interface Round {
  readonly branchId: string;
  readonly random: () => number;
  readonly killsRecoverer: boolean;
}

/** The number of processes that were killed. */
async function killOnce(scene: Scene, { branchId, random, killsRecoverer }: Round, total: Kills): Promise<number> {
  let killed = (await killWorker(scene, branchId, random)) ? 1 : 0;
  const recovery = { branchId, rerun: random() < 0.7, reconciles: random() < 0.5 };
  if (killsRecoverer) {
    const recoverer = scene.recoverer(recovery);
    await recoverer.says("ready");
    await pause(random() * 250);
    // It may have been done by then.
    if (await recoverer.kill()) killed++;
  }
  total.kills += killed;
  const { findings, facts } = await scene.recoverTwice(branchId, recovery);
  const { calls } = callRecords(facts.entries);
  const answered = new Set(facts.witnessed.flatMap(({ at, key }) => (at === "answered" ? [key] : [])));
  total.calls += calls.size;
  total.recovered += [...calls.keys()].filter((callId) => !answered.has(callId)).length;
  total.findings.push(...findings.map((finding) => ({ ...finding, branchId })));
  return killed;
}

/**
 * Sometimes while it starts, mostly while it works. False: on a busy machine a lease this short ran out while its owner waited for the processor, and the
 * worker gave up its branch, as it should.
 */
async function killWorker({ place, witness }: Scene, branchId: string, random: () => number): Promise<boolean> {
  const worker = new Child({ do: "storm", place, witness, branchId, seed: below(random, 2 ** 31) });
  const atStart = random() < 0.1;
  if (!atStart) await worker.says("ready");
  await pause(random() * (atStart ? 250 : 60));
  if (await worker.kill()) return true;
  if (worker.errors.includes("branch_taken")) return false;
  throw new Error(`the process ended before it was killed: ${worker.errors}`);
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
