// The same with a PostgreSQL server, where one answers.
import { randomUUID } from "node:crypto";
import { Branch } from "@acta/branch";
import { postgresJournal } from "@acta/journal-postgres";
import pg from "pg";
import { addTool, busOf, isAllowed } from "../../shared/governed.mjs";
import { defineCase } from "../case.mjs";
import { handwrittenAct } from "./floors.mjs";
import { allRight, together } from "./together.mjs";

const group = "postgres";
const connectionString = process.env.ACTA_TEST_POSTGRES_URL ?? "postgres://root@127.0.0.1:5432/test";

/** Null where the server answers; else why it cannot be measured. */
export async function whyNoPostgres() {
  try {
    await withClient((client) => client.query("select 1"));
    return null;
  } catch (error) {
    return `no PostgreSQL answers at ACTA_TEST_POSTGRES_URL or 127.0.0.1:5432 (${error.message || error.code})`;
  }
}

async function withClient(work) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Each case has a schema to itself, and leaves nothing behind. */
const drop = (schema) => withClient((client) => client.query(`drop schema if exists ${schema} cascade`));

function byHand(count) {
  const schema = `acta_bench_hand_${count}`;
  const open = async () => {
    await drop(schema);
    const pool = new pg.Pool({ connectionString });
    await pool.query(`create schema ${schema}
      create table event (id bigserial primary key, body jsonb not null)
      create table message (id bigserial primary key, body jsonb not null)`);
    const text = `with e as (insert into ${schema}.event (body) values ($1)) insert into ${schema}.message (body) values ($2), ($3)`;
    const store = (...records) => pool.query({ name: "store", text, values: records.map((record) => JSON.stringify(record)) });
    const close = async () => {
      await pool.end();
      await drop(schema);
    };
    return { fresh: () => together(count, handwrittenAct(store).act), close };
  };
  return defineCase({ id: `${group}/handwritten-${count}`, group, calls: count, open, expect: allRight(count) });
}

function acta(count) {
  const schema = `acta_bench_acta_${count}`;
  const open = async () => {
    await drop(schema);
    const journal = postgresJournal({ connectionString, schema });
    const { hooks } = busOf(3);
    const branches = [];
    const fresh = async () => {
      const branch = await Branch.open({ id: randomUUID(), journal, tools: [addTool], policy: isAllowed, hooks });
      branches.push(branch);
      return together(count, (proposal) => branch.act(proposal));
    };
    const close = async () => {
      for (const branch of branches) await branch.close();
      await journal.close();
      await drop(schema);
    };
    return { fresh, close };
  };
  return defineCase({ id: `${group}/acta-${count}`, group, calls: count, open, expect: allRight(count) });
}

export const postgresCases = () => [1, 8, 100].flatMap((count) => [byHand(count), acta(count)]);
