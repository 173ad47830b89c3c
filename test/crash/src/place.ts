import type { Journal } from "@acta/journal";

export const stores = ["sqlite", "postgres"] as const;
export type StoreName = (typeof stores)[number];

/** Where a journal lies: a file, or a schema of a server. Plain data, so that it can be told to another process. */
export type Place =
  | { readonly store: "sqlite"; readonly path: string }
  | { readonly store: "postgres"; readonly connectionString: string; readonly schema: string };

/** A handle of this process. An adapter is loaded when it is needed, because most processes need one only. */
export async function openJournal(place: Place, options: { readonly lockTimeoutMs?: number } = {}): Promise<Journal> {
  if (place.store === "sqlite") {
    const { sqliteJournal } = await import("@acta/journal-sqlite");
    return sqliteJournal({ path: place.path, ...options });
  }
  const { postgresJournal } = await import("@acta/journal-postgres");
  return postgresJournal({ connectionString: place.connectionString, schema: place.schema, maxConnections: 2 });
}

export async function withJournal<Result>(place: Place, work: (journal: Journal) => Promise<Result>): Promise<Result> {
  const journal = await openJournal(place);
  try {
    return await work(journal);
  } finally {
    await journal.close();
  }
}
