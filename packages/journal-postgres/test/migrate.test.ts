import { escapeIdentifier } from "pg";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { migrations } from "../src/migrations.js";
import { postgresJournal } from "../src/postgres-journal.js";
import { describeWithServer, serverUrl, urlWith, withClient } from "./server.js";

describeWithServer("the tables", (schema) => {
  const name = escapeIdentifier(schema);
  const query = (text: string) => withClient(async (client) => (await client.query(text)).rows);
  const open = (connectionString = serverUrl) => {
    const journal = postgresJournal({ connectionString, schema });
    onTestFinished(() => journal.close());
    return journal;
  };

  beforeEach(() => query(`drop schema if exists ${name} cascade`));

  test("are made once, by however many start at the same time", async () => {
    await Promise.all(Array.from({ length: 8 }, () => open().read("b")));
    expect(await query(`select version from ${name}.migration order by version`)).toEqual(
      migrations.map((_, index) => ({ version: index + 1 })),
    );
  });

  test("are waited for longer than a lock_timeout says", async () => {
    const reading = await withClient(async (client) => {
      await client.query("begin");
      await client.query(`select pg_advisory_xact_lock(hashtextextended('acta.journal ' || $1, 0))`, [schema]);
      const page = open(urlWith("lock_timeout", "1")).read("b");
      await client.query("select pg_sleep(0.05)");
      await client.query("commit");
      return [page];
    });
    expect(await reading[0]).toEqual({ entries: [], next: null });
  });

  test("are made by the next use when the first could not", async () => {
    await query(`create schema ${name}; create view ${name}.migration as select 0 as version;`);
    const journal = open();
    await expect(journal.read("b")).rejects.toThrow();
    await query(`drop view ${name}.migration`);
    expect(await journal.read("b")).toEqual({ entries: [], next: null });
  });

  test("all roll back when one step fails", async () => {
    await query(`create schema ${name}; create table ${name}.open_matter (other integer);`);
    await expect(open().read("b")).rejects.toMatchObject({ code: "42P07" });
    expect(await query(`select to_regclass('${schema}.entry') is null and to_regclass('${schema}.migration') is null as clean`)).toEqual([
      { clean: true },
    ]);
  });

  test("of a newer release are left alone", async () => {
    await open().read("b");
    await query(`insert into ${name}.migration (version) values (${migrations.length + 1})`);
    await expect(open().read("b")).rejects.toThrow(/has version 2 of the tables; this release knows 1/);
  });

  test("that are there need no right to create any", async () => {
    await open().read("b");
    const role = `acta_test_${schema.slice(-12)}`;
    await query(`create role ${role}; grant usage on schema ${name} to ${role};
      grant select, insert, update, delete on all tables in schema ${name} to ${role};`);
    try {
      const journal = postgresJournal({ connectionString: urlWith("options", `-c role=${role}`), schema });
      expect(await journal.append("b", [{ id: "a", kind: "k", at: 0, opens: "m", body: null }])).toMatchObject({ kind: "appended" });
      expect(await journal.append("b", [{ id: "b", kind: "k", at: 0, settles: "m", body: null }])).toMatchObject({ kind: "appended" });
      expect(await journal.acquire("b", { owner: "p", ttlMs: 1_000 })).toMatchObject({ fence: 1 });
      await journal.close();
      await expect(
        (async () => {
          const elsewhere = postgresJournal({ connectionString: urlWith("options", `-c role=${role}`), schema: `${schema}_` });
          onTestFinished(() => elsewhere.close());
          await elsewhere.read("b");
        })(),
      ).rejects.toMatchObject({ code: "42501" });
    } finally {
      await query(`drop owned by ${role}; drop role ${role};`);
    }
  });
});
