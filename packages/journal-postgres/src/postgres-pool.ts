/** What the journal needs of a pool: a `Pool` of `pg`, or anything that answers like one. */
export interface PostgresPool {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly Row[] }>;
}

export interface Row {
  readonly [column: string]: unknown;
}
