// The same with a PostgreSQL server, where one answers.
import { randomUUID } from "node:crypto";
import { Branch } from "@acta/branch";
import { postgresJournal } from "@acta/journal-postgres";
import pg from "pg";
import { addTool, busOf, isAllowed } from "../../shared/governed.mjs";
import { expected, proposed } from "../../shared/tool.mjs";
import { defineCase } from "../case.mjs";
import { handwrittenAct } from "./floors.mjs";

const group = "postgres";
const schema = "acta_bench";
const request = { function: addTool.name, arguments: proposed };
const connectionString = process.env.ACTA_TEST_POSTGRES_URL ?? "postgres://root@127.0.0.1:5432/test";

const together = (count, act) => () => (count === 1 ? act(request) : Promise.all(Array.from({ length: count }, () => act(request))));
const allRight = (count) => (answer) => {
  const outputs = [answer].flat(2).map(({ output }) => output);
  return outputs.length === count && outputs.every((output) => output === expected);
};

/** Null where the server answers; else why it cannot be measured. */
export async function whyNoPostgres() {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    await client.query(`drop schema if exists ${schema} cascade`);
    return null;
  } catch (error) {
    return `no PostgreSQL answers at ACTA_TEST_POSTGRES_URL or 127.0.0.1:5432 (${error.message || error.code})`;
  } finally {
    await client.end().catch(() => {});
  }
}

function byHand(count) {
  const open = async () => {
    const pool = new pg.Pool({ connectionString });
    await pool.query(`create schema if not exists ${schema}`);
    await pool.query(`create table if not exists ${schema}.event (id bigserial primary key, body jsonb not null)`);
    await pool.query(`create table if not exists ${schema}.message (id bigserial primary key, body jsonb not null)`);
    const text = `with e as (insert into ${schema}.event (body) values ($1)) insert into ${schema}.message (body) values ($2), ($3)`;
    const store = (...records) => pool.query({ name: "store", text, values: records.map((record) => JSON.stringify(record)) });
    const close = async () => {
      await pool.query(`drop table if exists ${schema}.event, ${schema}.message`);
      await pool.end();
    };
    return { fresh: () => together(count, handwrittenAct(store).act), close };
  };
  return defineCase({ id: `${group}/handwritten-${count}`, group, calls: count, open, expect: allRight(count) });
}

function acta(count) {
  const open = () => {
    const journal = postgresJournal({ connectionString, schema: `${schema}_journal_${count}` });
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
      await dropSchema(`${schema}_journal_${count}`);
    };
    return { fresh, close };
  };
  return defineCase({ id: `${group}/acta-${count}`, group, calls: count, open, expect: allRight(count) });
}

async function dropSchema(name) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`drop schema if exists ${name} cascade`);
  await client.end();
}

export const postgresCases = () => [1, 8, 100].flatMap((count) => [byHand(count), acta(count)]);
