import type { Options } from "./options.js";
import { type StoreName, stores } from "./place.js";
import type { Places } from "./places.js";
import { type Cell, lineOf as cellLine, cellsOf, runCell } from "./scenes/cells.js";
import { controls, runControl } from "./scenes/controls.js";
import { type Deciders, deciderControl, lineOf as decidersLine, runDeciders } from "./scenes/deciders.js";
import { type Kills, killAtRandom } from "./scenes/kills.js";
import { type Rivals, lineOf as rivalsLine, runRivals } from "./scenes/rivals.js";
import { runWriters, type Writers, lineOf as writersLine } from "./scenes/writers.js";
import { runZombies, type Zombies, lineOf as zombiesLine } from "./scenes/zombies.js";
import { type Report, skippedLine } from "./summary.js";

type Print = (line: string) => void;

/** Processes at the same time, about. */
const atOnce = 4;

/** Everything, part by part. */
export async function run(places: Places, options: Options, print: Print): Promise<Report> {
  const available = places.available(options.store);
  const skipped = (options.store === undefined ? stores : [options.store]).filter((store) => !available.includes(store));
  for (const store of skipped) print(skippedLine(store));
  print(`seed ${options.seed}`);
  return {
    seed: options.seed,
    skipped,
    cells: await allCells(places, available, print),
    rivals: await inTurn(available, print, (store) => runRivals(places, store), rivalsLine),
    writers: await inTurn(available, print, (store) => runWriters(places, store), writersLine),
    deciders: await inTurn(available, print, (store) => runDeciders(places, store), decidersLine),
    zombies: await inTurn(available, print, (store) => runZombies(places, store, shareOf(options.zombies, store, available)), zombiesLine),
    controls: await allControls(places, available, print),
    kills: await allKills(places, available, options, print),
  };
}

async function allCells(places: Places, available: readonly StoreName[], print: Print): Promise<readonly Cell[]> {
  const cells = cellsOf(available);
  const done: Promise<Cell>[] = [];
  const lane = async (first: number) => {
    for (let index = first; index < cells.length; index += atOnce) {
      done[index] = runCell(places, cells[index] as (typeof cells)[number]);
      await done[index];
    }
  };
  await Promise.all(Array.from({ length: atOnce }, (_, first) => lane(first)));
  const results = await Promise.all(done);
  for (const cell of results) print(cellLine(cell));
  return results;
}

async function allControls(places: Places, [store]: readonly StoreName[], print: Print): Promise<Report["controls"]> {
  const tried = controls.map(async (control) => {
    const problem = store && (await runControl(places, store, control));
    print(`CONTROL ${control.broken}: ${problem ?? `caught as ${control.caughtAs}`}`);
    return { broken: control.broken, problem };
  });
  const results = await Promise.all(tried);
  const broken = "decision-not-stored";
  const problem = store && (await deciderControl(places, store));
  print(`CONTROL ${broken}: ${problem ?? "caught"}`);
  return [...results, { broken, problem }];
}

async function allKills(
  places: Places,
  available: readonly StoreName[],
  { kills, seed }: Options,
  print: Print,
): Promise<readonly Kills[]> {
  const lanes = atOnce / available.length;
  const killed = available.map((store, index) =>
    killAtRandom(places, places.make(store), { kills: shareOf(kills, store, available), seed: seed + index * 2 ** 20, lanes }),
  );
  const results = await Promise.all(killed);
  for (const [index, { kills: count, findings, broken }] of results.entries()) {
    print(`KILLS ${available[index]}: ${count}, ${findings.length + broken.length === 0 ? "ok" : "WRONG"}`);
    for (const { branchId, fault, about } of findings) print(`  ${branchId}: ${fault}: ${about}`);
    for (const problem of broken) print(`  ${problem}`);
  }
  return results;
}

async function inTurn<Result extends Rivals | Writers | Deciders | Zombies>(
  available: readonly StoreName[],
  print: Print,
  scene: (store: StoreName) => Promise<Result>,
  lineOf: (result: Result) => string,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const store of available) {
    const result = await scene(store);
    print(lineOf(result));
    results.push(result);
  }
  return results;
}

/** The first store gets what cannot be shared equally. */
function shareOf(count: number, store: StoreName, available: readonly StoreName[]): number {
  const share = Math.floor(count / available.length);
  return store === available[0] ? count - share * (available.length - 1) : share;
}
