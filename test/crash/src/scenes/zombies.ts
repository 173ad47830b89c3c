import { policy } from "../child/policy.js";
import { toolsFor } from "../child/tools.js";
import { Child } from "../child-process.js";
import { callRecords } from "../facts/call-record.js";
import { gather } from "../facts/facts.js";
import { Witness } from "../facts/witness.js";
import { openJournal, type Place, type StoreName } from "../place.js";
import type { Places } from "../places.js";
import { recoverAll } from "../recover-all.js";

/** Processes that were stopped past their lease, and then went on. */
export interface Zombies {
  readonly store: StoreName;
  readonly stopped: number;
  /** Whose commit was refused, and changed nothing. */
  readonly refused: number;
  readonly wrong: readonly string[];
}

export const lineOf = ({ store, stopped, refused, wrong }: Zombies) =>
  [`ZOMBIES ${store}: ${refused} of ${stopped} commits refused: ${refused === stopped ? "ok" : "WRONG"}`, ...wrong].join("\n  ");

const lanes = 5;

/** SIGSTOP in the effect of a call, recovery by this process when the lease has run out, SIGCONT. */
export async function runZombies(places: Places, store: StoreName, count: number): Promise<Zombies> {
  const place = places.make(store);
  const ids = Array.from({ length: count }, (_, index) => `zombie ${index}`);
  const shares = Array.from({ length: lanes }, (_, lane) => ids.filter((_, index) => index % lanes === lane));
  const answers = await Promise.all(
    shares.filter(({ length }) => length > 0).map((branchIds) => runInTurn(place, branchIds, places.file("witness"))),
  );
  const wrong = answers.flat();
  return { store, stopped: count, refused: count - wrong.length, wrong };
}

async function runInTurn(place: Place, branchIds: readonly string[], file: string): Promise<readonly string[]> {
  const zombie = new Child({ do: "zombie", place, witness: file, branchIds });
  const wrong: string[] = [];
  let ended = 0;
  try {
    for (const branchId of branchIds) {
      const problem = await runOnce(zombie, place, branchId, new Witness(file));
      ended++;
      if (problem) wrong.push(`${branchId}: ${problem}`);
    }
    await zombie.ends();
  } catch (error) {
    await zombie.kill();
    wrong.push(...branchIds.slice(ended).map((branchId) => `${branchId}: ${String(error)}`));
  }
  return wrong;
}

/** Undefined: its commit was refused. */
async function runOnce(zombie: Child, place: Place, branchId: string, witness: Witness): Promise<string | undefined> {
  await zombie.says("held");
  zombie.signal("SIGSTOP");
  const journal = await openJournal(place, { lockTimeoutMs: 500 });
  try {
    await recoverWhileStopped(zombie, () => recoverAll(journal, { branchId, rerun: true, policy, tools: toolsFor({ witness }) }));
    const before = await gather(journal, [branchId], witness);
    zombie.signal("SIGCONT");
    zombie.tell();
    const { how } = await zombie.says("ended");
    const after = await gather(journal, [branchId], witness);
    const [call] = callRecords(after.entries).calls.values();
    const ends = call?.ends.map(({ kind }) => kind).join(", ");
    if (how !== "record_lost") return `its commit ended ${how}`;
    if (ends !== "ambiguous") return `the call ended ${ends}`;
    return JSON.stringify(before.entries) === JSON.stringify(after.entries) ? undefined : "it changed the record";
  } finally {
    witness.close();
    await journal.close();
  }
}

/** Whoever is stopped in the microseconds of a commit of its own holds up all writers of the file: it goes on for a moment. */
async function recoverWhileStopped(zombie: Child, recover: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    try {
      return await recover();
    } catch (error) {
      if ((error as { readonly code?: unknown }).code !== "locked") throw error;
      zombie.signal("SIGCONT");
      await new Promise((resolve) => setTimeout(resolve, 20));
      zombie.signal("SIGSTOP");
    }
  }
  throw new Error("the file stayed locked");
}
