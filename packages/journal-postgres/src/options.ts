import type { ConnectionOptions } from "node:tls";
import type { PostgresPool } from "./postgres-pool.js";

export type PostgresJournalOptions = OwnPoolOptions | SharedPoolOptions;

/** The journal opens its own pool, and ends it when it is closed. */
export interface OwnPoolOptions {
  /** As `pg` reads it: `postgres://user@host:5432/database?sslmode=verify-full`. Default: the environment, `PGHOST` and the like. */
  readonly connectionString?: string | undefined;
  /** As of `pg`; an `sslmode` in the connection string wins. */
  readonly ssl?: boolean | ConnectionOptions | undefined;
  /** Default 10. A branch uses one at a time. */
  readonly maxConnections?: number | undefined;
  /** Where the tables live; created when missing. At most 63 bytes. Default "acta". */
  readonly schema?: string | undefined;
  readonly pool?: undefined;
}

/** The journal uses a pool that is yours: so are its settings, its `error` listener and its end. */
export interface SharedPoolOptions {
  readonly pool: PostgresPool;
  readonly schema?: string | undefined;
}
