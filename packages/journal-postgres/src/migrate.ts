import { escapeIdentifier, escapeLiteral } from "pg";
import { migrations } from "./migrations.js";
import type { PostgresPool } from "./postgres-pool.js";
import { sqlStateOf } from "./sql-state.js";

const undefinedTable = "42P01";

/**
 * Brings the tables to this release's version. A single statement does the work, so that no transaction stays open while a client
 * sleeps; whoever comes second waits for the lock and finds nothing left to do. Tables that are up to date need no right to create any.
 */
export async function migrate(pool: PostgresPool, schema: string): Promise<void> {
  const version = await versionOf(pool, schema);
  if (version > migrations.length) {
    throw new Error(`Schema ${schema} has version ${version} of the tables; this release knows ${migrations.length}.`);
  }
  if (version < migrations.length) await pool.query(`do ${escapeLiteral(blockFor(schema))}`);
}

async function versionOf(pool: PostgresPool, schema: string): Promise<number> {
  try {
    const { rows } = await pool.query(`select max(version)::text as version from ${escapeIdentifier(schema)}.migration`);
    return Number(rows[0]?.version);
  } catch (error) {
    if (sqlStateOf(error) === undefinedTable) return 0;
    throw error;
  }
}

function blockFor(schema: string): string {
  const name = escapeIdentifier(schema);
  const steps = migrations.map(
    (step, index) => `
  if not exists (select from ${name}.migration where version = ${index + 1}) then
    ${step(name)}
    insert into ${name}.migration (version) values (${index + 1});
  end if;`,
  );
  return `
begin
  perform set_config('lock_timeout', '0', true);
  perform pg_advisory_xact_lock(hashtextextended(${escapeLiteral(`acta.journal ${schema}`)}, 0));
  if to_regnamespace(${escapeLiteral(name)}) is null then
    create schema ${name};
  end if;
  create table if not exists ${name}.migration (version integer primary key, applied_at timestamptz not null default clock_timestamp());
  ${steps.join("")}
end`;
}
