import { sqliteJournal } from "../../src/index.js";

/**
 * Opens and settles the same matters as every other rival, some at once, and writes a line for each: `rival.mjs PATH NAME MATTERS IN-FLIGHT`.
 * The opening is the same entry for all, the settlement is each rival's own.
 */
const [path = "", name = "", count = "0", inFlight = "1"] = process.argv.slice(2);
const journal = sqliteJournal({ path });
let next = 0;

async function rival(): Promise<void> {
  while (next < Number(count)) {
    const matter = `m${next++}`;
    const opening = { id: `${matter}:opened`, kind: "opened", at: 1, opens: matter, body: null };
    const settlement = { id: `${matter}:settled:${name}`, kind: "settled", at: 1, settles: matter, body: null };
    const [opened, settled] = await Promise.all([journal.append("shared", [opening]), journal.append("shared", [settlement])]);
    const [again] = await Promise.allSettled([journal.append("shared", [{ ...opening, id: `${matter}:again:${name}` }])]);
    const by = settled.kind === "settled_already" ? settled.by.id : settlement.id;
    const sequence = opened.kind === "appended" ? opened.entries[0]?.sequence : opened.kind;
    console.log(JSON.stringify({ matter, sequence, by, again: again.status === "rejected" ? again.reason.code : again.value.kind }));
  }
}

await Promise.all(Array.from({ length: Number(inFlight) }, rival));
await journal.close();
