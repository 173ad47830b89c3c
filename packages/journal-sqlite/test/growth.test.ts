import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterAll, describe, expect, test } from "vitest";
import { sqliteJournal } from "../src/index.js";
import { texts } from "../src/statements.js";
import { countingDatabase } from "./counting-database.js";
import { temporaryFolder } from "./temporary-folder.js";

const { folder, remove } = temporaryFolder();
/** Steps of a plan that read a whole table, or sort: what JSON or a statement lists itself is no table. */
const scans = /\bSCAN (?!json_each|CONSTANT|\d+-ROW VALUES)|TEMP B-TREE/;
const raw = new DatabaseSync(join(folder, "acta.db"));
const { database, take } = countingDatabase(raw);
const journal = sqliteJournal({ database });
afterAll(async () => {
  await journal.close();
  raw.close();
  remove();
});

const call = (id: string) => [
  { id: `${id}:proposed`, kind: "call.proposed", at: 1, opens: id, body: {} },
  { id: `${id}:intended`, kind: "call.intended", at: 1, body: {} },
  { id: `${id}:settled`, kind: "call.settled", at: 1, settles: id, body: {} },
];

/** Fills the branch `b` by SQL, which is quicker than by appends. */
function fill(entries: number): void {
  raw.exec(`
    CREATE TEMP TABLE filling AS
      WITH RECURSIVE n(i) AS (SELECT 14 UNION ALL SELECT i + 1 FROM n WHERE i < ${entries})
      SELECT i, 'e' || i AS id, CASE i % 3 WHEN 0 THEN 'm' || i END AS settles FROM n;
    INSERT INTO acta_entry (position, id, kind, at, settles, body)
      SELECT (1 << 32) + i, id, 'note', i, settles, '{"text":"some body"}' FROM filling;
    INSERT INTO acta_known_id (branch, id, sequence) SELECT 1, id, i FROM filling WHERE i <= ${entries} & ~127;
    INSERT INTO acta_known_settled (branch, matter, sequence) SELECT 1, settles, i FROM filling WHERE settles IS NOT NULL AND i <= ${entries} & ~127`);
}

describe("what an append costs does not grow with the branch", () => {
  test("the statements of a call are the same at 10 entries and at 200,000", async () => {
    for (let index = 1; index <= 10; index++) await journal.append("b", [{ id: `e${index}`, kind: "note", at: index, body: null }]);
    take();
    await journal.append("b", call("small"));
    const small = take();
    fill(200_000);
    await journal.append("b", [{ id: "after", kind: "note", at: 1, body: null }]);
    take();
    const result = await journal.append("b", call("large"));
    const large = take();
    expect(result).toMatchObject({ kind: "appended", entries: [{ sequence: 200_002 }, {}, {}] });
    expect(large).toEqual(small);
    expect(large).toHaveLength(7);
  });

  test("an append that nothing else touches takes one look-up, one insert and one commit", async () => {
    take();
    await journal.append("b", [{ id: "plain", kind: "note", at: 1, body: null }]);
    expect(take().map((sql) => sql.split(" ")[0])).toEqual(["BEGIN", "SELECT", "INSERT", "COMMIT"]);
  });

  test("one of 128 appends indexes them all, with three statements more", async () => {
    const counts: number[] = [];
    for (let index = 0; index < 256; index++) {
      take();
      await journal.append("c", [{ id: `e${index}`, kind: "note", at: 1, body: null }]);
      counts.push(take().length);
    }
    expect(counts.slice(1)).toEqual(Array.from({ length: 255 }, (_, index) => ((index + 2) % 128 === 0 ? 7 : 4)));
  });

  test.each(Object.entries(texts))("%s searches by an index and scans no table", (_, sql) => {
    const parameters = (sql.match(/\?/g) ?? []).map(() => 1);
    const plan = raw.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters) as { readonly detail: string }[];
    const steps = plan.map(({ detail }) => detail);
    expect(steps.filter((step) => scans.test(step))).toEqual([]);
    if (!sql.startsWith("INSERT")) expect(steps.some((step) => step.startsWith("SEARCH"))).toBe(true);
  });

  test("the check itself finds a scan", () => {
    const [step] = raw.prepare("EXPLAIN QUERY PLAN SELECT * FROM acta_entry WHERE kind = 'note'").all() as [{ readonly detail: string }];
    expect(step.detail).toMatch(scans);
  });

  test("a page looks only so far for a rare kind, and says where to go on", async () => {
    const page = await journal.read("b", { kinds: ["call.proposed"], after: 100 });
    expect(page).toEqual({ entries: [], next: 10_100 });
  });
});
