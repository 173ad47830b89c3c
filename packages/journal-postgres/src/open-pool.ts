import { Pool } from "pg";
import type { OwnPoolOptions } from "./options.js";

/** Waits for the network and for locks are bounded; the connection string may say otherwise: `?lock_timeout=1000`. */
export function openPool({ connectionString, ssl, maxConnections }: OwnPoolOptions): Pool {
  const pool = new Pool({
    ...(connectionString === undefined ? {} : { connectionString }),
    ...(ssl === undefined ? {} : { ssl }),
    max: maxConnections ?? 10,
    fallback_application_name: "acta",
    connectionTimeoutMillis: 10_000,
    query_timeout: 30_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 5_000,
    keepAlive: true,
    allowExitOnIdle: true,
  });
  // A connection that breaks while it is idle has already left the pool; without a listener it would end the process.
  pool.on("error", () => {});
  return pool;
}
