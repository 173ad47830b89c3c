import type { NewEntry } from "@acta/journal";
import { escapeIdentifier } from "pg";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { postgresJournal } from "../src/postgres-journal.js";
import { describeWithServer, poolOf, serverUrl, withClient } from "./server.js";

const entry: NewEntry = { id: "a", kind: "note", at: 1, body: null };
const settings = ["synchronous_commit", "lock_timeout", "idle_in_transaction_session_timeout"];

describeWithServer("an answered append is on the disk", (schema) => {
  const name = escapeIdentifier(schema);

  /** A trigger that notes the settings which hold at the moment of the commit. */
  beforeAll(async () => {
    const journal = postgresJournal({ connectionString: serverUrl, schema });
    await journal.read("b");
    await journal.close();
    const noted = settings.map((setting) => `'${setting}', current_setting('${setting}')`).join(", ");
    await withClient((client) =>
      client.query(`
        create table ${name}.noted (branch_id text, settings json);
        create function ${name}.note() returns trigger language plpgsql as $$ begin
          insert into ${name}.noted values (to_json(new) ->> tg_argv[0], json_build_object(${noted}));
          return null;
        end $$;
        create constraint trigger noted after insert on ${name}.entry deferrable initially deferred
          for each row execute function ${name}.note('branch_id');
        create constraint trigger noted after insert on ${name}.branch deferrable initially deferred
          for each row execute function ${name}.note('id');`),
    );
  });

  const notedFor = (branchId: string) =>
    withClient(async (client) => {
      const { rows } = await client.query<{ settings: Record<string, string> }>(`select settings from ${name}.noted where branch_id = $1`, [
        branchId,
      ]);
      expect(rows.length).toBeGreaterThan(0);
      return rows.map((row) => row.settings);
    });

  test.each([
    ["off", "on"],
    ["local", "on"],
    ["remote_write", "on"],
    ["on", "on"],
    ["remote_apply", "remote_apply"],
  ])("where a pool says %s, an append and a lease commit with %s", async (configured, used) => {
    const pool = poolOf({ options: `-c synchronous_commit=${configured}` });
    onTestFinished(() => pool.end());
    const journal = postgresJournal({ pool, schema });
    await journal.append(`append ${configured}`, [entry]);
    await journal.acquire(`lease ${configured}`, { owner: "p", ttlMs: 1_000 });
    const noted = [...(await notedFor(`append ${configured}`)), ...(await notedFor(`lease ${configured}`))];
    expect(new Set(noted.map(({ synchronous_commit }) => synchronous_commit))).toEqual(new Set([used]));
    const { rows } = await pool.query("show synchronous_commit");
    expect(rows).toEqual([{ synchronous_commit: configured }]);
  });

  test("the check can fail: a plain insert commits with what the pool says", async () => {
    const pool = poolOf({ options: "-c synchronous_commit=off" });
    onTestFinished(() => pool.end());
    await pool.query(`insert into ${name}.branch (id) values ('plain')`);
    expect(await notedFor("plain")).toEqual([expect.objectContaining({ synchronous_commit: "off" })]);
  });

  test("a pool of the journal's own bounds what it holds and waits for", async () => {
    const journal = postgresJournal({ connectionString: serverUrl, schema });
    onTestFinished(() => journal.close());
    await journal.append("own", [entry]);
    const bounded = { synchronous_commit: "on", lock_timeout: "5s", idle_in_transaction_session_timeout: "5s" };
    expect(await notedFor("own")).toEqual([bounded, bounded]);
  });
});
