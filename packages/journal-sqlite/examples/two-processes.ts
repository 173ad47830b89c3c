import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sqliteJournal } from "@acta/journal-sqlite";

const folder = mkdtempSync(join(tmpdir(), "acta-"));
const path = join(folder, "acta.db");

// One process opens a matter, and is gone before it is settled.
const first = sqliteJournal({ path });
await first.append("main", [{ id: "call-1:proposed", kind: "call.proposed", at: Date.now(), opens: "call-1", body: { function: "pay" } }]);
await first.close();

// Two others find it, and both would settle it. One wins; the other is told which entry did.
const [one, other] = [sqliteJournal({ path }), sqliteJournal({ path })];
const { entries } = await one.unsettled();
console.log(entries.map(({ branchId, opens }) => `${branchId} ${opens}`));
const settlement = (writer: string) => [
  { id: `call-1:settled:${writer}`, kind: "call.settled", at: Date.now(), settles: "call-1", body: { outcome: "ambiguous" } },
];
console.log((await one.append("main", settlement("one"))).kind);
const late = await other.append("main", settlement("other"));
if (late.kind === "settled_already") console.log(`settled already by ${late.by.id}`);

await Promise.all([one.close(), other.close()]);
rmSync(folder, { recursive: true });

// prints: [ 'main call-1' ]
// prints: appended
// prints: settled already by call-1:settled:one
