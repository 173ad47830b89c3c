export type { OwnPoolOptions, PostgresJournalOptions, SharedPoolOptions } from "./options.js";
export { postgresJournal } from "./postgres-journal.js";
export type { PostgresPool } from "./postgres-pool.js";
