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
const row = "((? << 32) | ?, ?, ?, ?, ?, ?, ?, ?)";
/** What has been met before undoes the whole transaction: there is no part of it to keep, and SQLite need not remember how to undo a part. */
const insert = (rows: number) =>
  `INSERT OR ROLLBACK INTO acta_entry (position, id, kind, at, opens, arrival, settles, body) VALUES ${Array(rows).fill(row).join(", ")}`;

/** The entries of a branch after one sequence and up to another. */
const between = "e.position > (? << 32) | ? AND e.position <= (? << 32) | ?";
const listed = "IN (SELECT value FROM json_each(?))";
/** `acta_open` says whether it is open still. */
const opening = "acta_entry e CROSS JOIN acta_open o ON o.arrival = e.arrival";

export const texts = {
  branch: `SELECT b.number, b.fence, coalesce(e.position & 4294967295, 0) AS head, e.id AS last,
      (SELECT position FROM acta_open WHERE arrival = 0) AS arrival
    FROM acta_branch b LEFT JOIN acta_entry e ON e.position > b.number << 32 AND e.position < (b.number + 1) << 32
    WHERE b.id = ? ORDER BY e.position DESC LIMIT 1`,
  tail: `SELECT e.id, e.opens, o.arrival, e.settles FROM acta_entry e LEFT JOIN acta_open o ON o.arrival = e.arrival WHERE ${between}
    ORDER BY e.position`,
  known: `SELECT ${columns} FROM acta_entry e
    WHERE e.position IN (SELECT (branch << 32) | sequence FROM acta_known_id WHERE branch = ? AND id ${listed})
    UNION ALL SELECT ${columns} FROM acta_entry e WHERE ${between} AND e.id ${listed}`,
  settled: `SELECT ${columns} FROM acta_entry e
    WHERE e.position IN (SELECT (branch << 32) | sequence FROM acta_known_settled WHERE branch = ? AND matter ${listed})
    UNION ALL SELECT ${columns} FROM acta_entry e WHERE ${between} AND e.settles ${listed}`,
  open: `SELECT matter FROM acta_known_open WHERE branch = ? AND matter ${listed}
    UNION ALL SELECT e.opens FROM ${opening} WHERE ${between} AND e.opens ${listed}`,

  addBranch: "INSERT INTO acta_branch (id) VALUES (?)",
  addEntry: insert(1),
  addTwo: insert(2),
  addMany: insert(many),
  setLastArrival: "UPDATE acta_open SET position = ? WHERE arrival = 0",
  removeKnownOpen: `DELETE FROM acta_known_open WHERE branch = ? AND matter ${listed} RETURNING arrival`,
  removeOpen: "DELETE FROM acta_open WHERE arrival = ?",
  removeOpens: `DELETE FROM acta_open WHERE arrival ${listed}`,
  indexIds: `INSERT OR ROLLBACK INTO acta_known_id (branch, id, sequence)
    SELECT e.position >> 32, e.id, e.position & 4294967295 FROM acta_entry e WHERE ${between}`,
  indexSettled: `INSERT OR ROLLBACK INTO acta_known_settled (branch, matter, sequence)
    SELECT e.position >> 32, e.settles, e.position & 4294967295 FROM acta_entry e WHERE ${between} AND e.settles IS NOT NULL`,
  indexOpen: `INSERT OR ROLLBACK INTO acta_known_open (branch, matter, arrival)
    SELECT e.position >> 32, e.opens, e.arrival FROM ${opening} WHERE ${between}`,

  sizes: `SELECT position & 4294967295 AS sequence, octet_length(body) AS size FROM acta_entry WHERE ${range} LIMIT ?`,
  page: `SELECT ${columns} FROM acta_entry e WHERE ${range}`,
  unsettled: `SELECT o.arrival, b.id AS branchId, ${columns}
    FROM acta_open o CROSS JOIN acta_entry e ON e.position = o.position CROSS JOIN acta_branch b ON b.number = o.position >> 32
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
