import type { SqliteDatabase } from "./sqlite-database.js";

/**
 * Parameters are positional and never reused: drivers disagree about `?1`. Lists are passed as JSON text. A position is put together with `|`,
 * which takes whole numbers: some drivers pass every number as a float, and a sum of floats is not exact that far up.
 */
const columns = "e.position & 4294967295 AS sequence, e.id, e.kind, e.at, e.opens, e.settles, e.body";

/** Between two sequences of a branch, of some kinds or, with null twice, of all. */
const range = `position > (? << 32) | ? AND position <= (? << 32) | ?
    AND (? IS NULL OR kind IN (SELECT value FROM json_each(?))) ORDER BY position`;

/** How many entries one statement stores at most: the call of a statement costs as much as a row. */
export const many = 8;
const insert = "INSERT INTO acta_entry (position, branch, id, kind, at, opens, settles, body) VALUES";
const row = "((? << 32) | ?, ?, ?, ?, ?, ?, ?, ?)";

export const texts = {
  branch: `SELECT number, fence, coalesce((
      SELECT position & 4294967295 FROM acta_entry
      WHERE position > number << 32 AND position < (number + 1) << 32 ORDER BY position DESC LIMIT 1
    ), 0) AS head FROM acta_branch WHERE id = ?`,
  known: `SELECT ${columns} FROM acta_entry e WHERE branch = ? AND id IN (SELECT value FROM json_each(?))`,
  settled: `SELECT ${columns} FROM acta_entry e
    WHERE branch = ? AND settles IS NOT NULL AND settles IN (SELECT value FROM json_each(?))`,
  open: "SELECT matter FROM acta_open WHERE branch = ? AND matter IN (SELECT value FROM json_each(?))",

  addBranch: "INSERT INTO acta_branch (id) VALUES (?) RETURNING number",
  addEntry: `${insert} ${row}`,
  addEntries: `${insert} ${Array(many).fill(row).join(", ")}`,
  lastArrival: "SELECT position AS arrival FROM acta_open WHERE arrival = 0",
  addOpen: `INSERT INTO acta_open (arrival, branch, matter, kind, position)
    SELECT ? + (e.position & 4294967295), e.branch, e.opens, e.kind, e.position
    FROM acta_entry e WHERE e.position > (? << 32) | ? AND e.position <= (? << 32) | ? AND e.opens IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM acta_entry s WHERE s.branch = e.branch AND s.settles = e.opens AND s.position < e.position
    ) ORDER BY e.position`,
  setLastArrival: "UPDATE acta_open SET position = ? WHERE arrival = 0",
  removeOpen: "DELETE FROM acta_open WHERE branch = ? AND matter = ? AND position < (? << 32) | ?",

  sizes: `SELECT position & 4294967295 AS sequence, octet_length(body) AS size FROM acta_entry WHERE ${range} LIMIT ?`,
  page: `SELECT ${columns} FROM acta_entry e WHERE ${range}`,
  unsettled: `SELECT o.arrival, b.id AS branchId, ${columns}
    FROM acta_open o CROSS JOIN acta_entry e ON e.position = o.position CROSS JOIN acta_branch b ON b.number = o.branch
    WHERE o.arrival > ? AND (? IS NULL OR b.id = ?) AND (? IS NULL OR o.kind = ?) ORDER BY o.arrival LIMIT ?`,

  acquire: `INSERT INTO acta_branch (id, owner, fence, expires) VALUES (?, ?, 1, ?)
    ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, fence = fence + 1, expires = excluded.expires
    WHERE expires <= ? OR owner = ? RETURNING fence`,
  renew: "UPDATE acta_branch SET expires = ? WHERE id = ? AND fence = ? AND expires > ? RETURNING fence",
  release: "UPDATE acta_branch SET expires = 0 WHERE id = ? AND fence = ?",
} as const;

export type Statements = { readonly [Name in keyof typeof texts]: ReturnType<SqliteDatabase["prepare"]> };

export function prepareStatements(database: SqliteDatabase): Statements {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, database.prepare(text)])) as unknown as Statements;
}
