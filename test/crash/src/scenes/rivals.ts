import { Child } from "../child-process.js";
import { callRecords } from "../facts/call-record.js";
import type { Finding } from "../facts/judge.js";
import type { StoreName } from "../place.js";
import type { Places } from "../places.js";
import { Scene } from "./scene.js";

export interface Rivals {
  readonly store: StoreName;
  readonly processes: number;
  readonly calls: number;
  readonly settlements: number;
  readonly wrong: readonly string[];
}

const processes = 4;
const branchIds = Array.from({ length: 6 }, (_, index) => `rivals ${index}`);
const callsEach = 6;

export const lineOf = ({ store, calls, settlements, wrong }: Rivals) =>
  [
    `RIVALS ${store}: ${processes} processes recover ${calls} calls at once: ${settlements} settlements: ${wrong.length === 0 ? "ok" : "WRONG"}`,
    ...wrong,
  ].join("\n  ");

/** Several processes recover one journal at once. */
export async function runRivals(places: Places, store: StoreName): Promise<Rivals> {
  const calls = branchIds.length * callsEach;
  try {
    const { settlements, findings } = await recoverAtOnce(new Scene(places.make(store), places.file("witness")));
    const wrong = findings.map(({ fault, about }) => `${fault}: ${about}`);
    if (settlements !== calls) wrong.push(`${calls} calls have ${settlements} settlements`);
    return { store, processes, calls, settlements, wrong };
  } catch (error) {
    return { store, processes, calls, settlements: 0, wrong: [String(error)] };
  }
}

async function recoverAtOnce(scene: Scene): Promise<{ readonly settlements: number; readonly findings: readonly Finding[] }> {
  const { place, witness } = scene;
  const left = new Child({ do: "leave", place, witness, branchIds, calls: callsEach });
  await left.says("held");
  const recoverers = Array.from({ length: processes }, () => scene.recoverer({ rerun: true, waits: true }));
  await Promise.all(recoverers.map((recoverer) => recoverer.says("ready")));
  await left.kill();
  for (const recoverer of recoverers) recoverer.tell();
  await Promise.all(recoverers.map((recoverer) => recoverer.ends()));
  const { findings, facts } = await scene.examine(branchIds, { rerun: true });
  const settlements = [...callRecords(facts.entries).calls.values()].reduce((sum, { ends }) => sum + ends.length, 0);
  return { settlements, findings };
}
