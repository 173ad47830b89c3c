import { Branch } from "@acta/branch";
import type { Broken } from "../child/broken.js";
import { policy } from "../child/policy.js";
import { toolsFor } from "../child/tools.js";
import { Child } from "../child-process.js";
import { callRecords } from "../facts/call-record.js";
import { gather } from "../facts/facts.js";
import { Witness } from "../facts/witness.js";
import { type Place, type StoreName, withJournal } from "../place.js";
import type { Places } from "../places.js";

/** Processes that approve one call at the same time, or after they lost its branch. */
export interface Deciders {
  readonly store: StoreName;
  readonly processes: number;
  readonly approvals: number;
  readonly wrong: readonly string[];
}

const processes = 8;
const lostLeaseMs = 300;
const branchIds = Array.from({ length: 4 }, (_, index) => `decided ${index}`);
/** How it may end for those who were not the first. */
const losing = ["branch_taken", "settled", "unknown"];

export const lineOf = ({ store, approvals, wrong }: Deciders) =>
  [`DECIDERS ${store}: ${processes} processes approve ${approvals} calls at once: ${wrong.length === 0 ? "ok" : "WRONG"}`, ...wrong].join(
    "\n  ",
  );

export async function runDeciders(places: Places, store: StoreName): Promise<Deciders> {
  const wrong: string[] = [];
  for (const scene of [atOnce, afterLosingTheBranch, afterADeathInBetween]) {
    try {
      wrong.push(...(await scene(places.make(store), places.file("witness"))));
    } catch (error) {
      wrong.push(String(error));
    }
  }
  return { store, processes, approvals: branchIds.length, wrong };
}

/** Undefined: the checks catch deciders whose decisions are not kept, and who hold no branch. */
export async function deciderControl(places: Places, store: StoreName): Promise<string | undefined> {
  try {
    const wrong = await atOnce(places.make(store), places.file("witness"), "decision-not-stored");
    return wrong.some((line) => / began [2-8] times/.test(line)) ? undefined : `not caught: ${wrong.join("; ")}`;
  } catch (error) {
    return String(error);
  }
}

async function atOnce(place: Place, witness: string, broken?: Broken): Promise<readonly string[]> {
  await leaveWaiting(place, branchIds);
  const opensFirst = broken !== undefined;
  const job = { do: "decide", place, witness, branchIds, leaseMs: 10_000, broken, opensFirst } as const;
  const deciders = Array.from({ length: processes }, () => new Child(job));
  const wrong: string[] = [];
  for (const branchId of branchIds) {
    await Promise.all(deciders.map((decider) => decider.says("ready")));
    for (const decider of deciders) decider.tell();
    const said = await Promise.all(deciders.map((decider) => decider.says("ended")));
    const hows = said.map(({ how }) => how);
    const lost = hows.filter((how) => losing.includes(how)).length;
    if (hows.filter((how) => how === "succeeded").length !== 1 || lost !== processes - 1) wrong.push(`${branchId}: ${hows.join(", ")}`);
  }
  await Promise.all(deciders.map((decider) => decider.ends()));
  return [...wrong, ...(await whatRan(place, witness, branchIds))];
}

/** One has the branch open and is stopped until its lease is gone; another approves; then the first one does. */
async function afterLosingTheBranch(place: Place, witness: string): Promise<readonly string[]> {
  const branchId = "lost";
  await leaveWaiting(place, [branchId]);
  const job = { do: "decide", place, witness, branchIds: [branchId] } as const;
  const stopped = new Child({ ...job, leaseMs: lostLeaseMs, opensFirst: true });
  await stopped.says("ready");
  stopped.signal("SIGSTOP");
  const how = await approveWhenFree(job);
  stopped.signal("SIGCONT");
  stopped.tell();
  const late = (await stopped.says("ended")).how;
  await stopped.ends();
  const wrong = how === "succeeded" && late === "branch_taken" ? [] : [`the one who had the branch: ${how}; who had lost it: ${late}`];
  return [...wrong, ...(await whatRan(place, witness, [branchId]))];
}

/** One dies after its decision is stored and before the intent is; when that is recovered, another one approves. */
async function afterADeathInBetween(place: Place, witness: string): Promise<readonly string[]> {
  const branchId = "died";
  const died = new Child({ do: "hold", place, witness, branchId, cut: "after-decision", effect: "unsafe" });
  await died.says("held");
  await died.kill();
  await new Child({ do: "recover", place, witness, branchId, rerun: true }).ends();
  const how = await approveWhenFree({ place, witness, branchIds: [branchId] });
  const wrong = how === "succeeded" ? [] : [`who approved after a death: ${how}`];
  return [...wrong, ...(await whatRan(place, witness, [branchId]))];
}

async function approveWhenFree(job: { readonly place: Place; readonly witness: string; readonly branchIds: readonly string[] }) {
  const deadline = performance.now() + 15_000;
  for (;;) {
    const decider = new Child({ ...job, do: "decide", leaseMs: 10_000 });
    await decider.says("ready");
    decider.tell();
    const { how } = await decider.says("ended");
    await decider.ends();
    if (how !== "branch_taken" || performance.now() > deadline) return how;
  }
}

async function leaveWaiting(place: Place, ids: readonly string[]): Promise<void> {
  await withJournal(place, async (journal) => {
    const witness = new Witness("");
    for (const id of ids) {
      const branch = new Branch({ id, journal, tools: toolsFor({ witness }), policy });
      await branch.act({ function: "unsafe", arguments: { number: 1, policy: "escalate" } });
      await branch.close();
    }
  });
}

async function whatRan(place: Place, file: string, ids: readonly string[]): Promise<readonly string[]> {
  const { entries, unsettled, witnessed } = await withJournal(place, (journal) => gather(journal, ids, new Witness(file)));
  const wrong = [...callRecords(entries).calls.values()].flatMap(({ callId, intents, ends }) => {
    const begun = witnessed.filter(({ at, key }) => at === "begun" && key === callId).length;
    const kinds = ends.map(({ kind }) => kind).join(", ");
    return begun === 1 && intents.length === 1 && kinds === "succeeded" ? [] : [`${callId} began ${begun} times and ended "${kinds}"`];
  });
  return unsettled.length === 0 ? wrong : [...wrong, `${unsettled.length} matters are open`];
}
