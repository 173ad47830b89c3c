import type { Entry } from "@acta/journal";
import { unescapeText } from "./escaped-text.js";
import type { Row } from "./postgres-pool.js";

/** Columns of `entry` that `entryOfRow` reads. As text where a program may have changed how `pg` parses a type. */
export const entryColumns = `entry.branch_id, entry.sequence::text, entry.id, entry.kind, entry.at::text, entry.opens, entry.settles, entry.body::text`;

export function entryOfRow(row: Row): Entry {
  const text = (column: string) => unescapeText(String(row[column]));
  return {
    branchId: text("branch_id"),
    sequence: Number(row.sequence),
    id: text("id"),
    kind: text("kind"),
    at: Number(row.at),
    ...(row.opens === null ? {} : { opens: text("opens") }),
    ...(row.settles === null ? {} : { settles: text("settles") }),
    body: JSON.parse(String(row.body)),
  };
}
