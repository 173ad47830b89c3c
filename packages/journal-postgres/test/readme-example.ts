import { postgresJournal } from "@acta/journal-postgres";

const journal = postgresJournal({ connectionString: process.env.DATABASE_URL });

const lease = await journal.acquire("order-17", { owner: "worker-1", ttlMs: 30_000 });
const fence = lease?.fence;
const at = Date.now();

await journal.append("order-17", [{ id: "pay:intended", kind: "intended", at, opens: "pay", body: { amount: 20 } }], { fence });
console.log((await journal.unsettled()).entries.map(({ id }) => id));

const paid = await journal.append("order-17", [{ id: "pay:paid", kind: "settled", at, settles: "pay", body: { ok: true } }], { fence });
console.log(paid.kind);

const late = await journal.append("order-17", [{ id: "pay:late", kind: "settled", at, settles: "pay", body: { ok: false } }], { fence });
console.log(late.kind);

await journal.close();

// prints: [ 'pay:intended' ]
// prints: appended
// prints: settled_already
