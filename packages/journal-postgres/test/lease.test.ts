import type { Journal, NewEntry } from "@acta/journal";
import { escapeIdentifier } from "pg";
import { afterAll, expect, test } from "vitest";
import { postgresJournal } from "../src/postgres-journal.js";
import { describeWithServer, serverUrl, withClient } from "./server.js";

const entry: NewEntry = { id: "a", kind: "note", at: 1, body: null };

describeWithServer("a lease on the server's clock", (schema) => {
  const journal: Journal = postgresJournal({ connectionString: serverUrl, schema });
  afterAll(() => journal.close());

  /** Moves the end of a branch's lease. */
  const shift = (branchId: string, interval: string) =>
    withClient((client) =>
      client.query(`update ${escapeIdentifier(schema)}.branch set expires_at = expires_at + $2::interval where id = $1`, [
        branchId,
        interval,
      ]),
    );
  const remaining = (branchId: string) =>
    withClient(async (client) => {
      const text = `select extract(epoch from expires_at - clock_timestamp())::float8 as seconds from ${escapeIdentifier(schema)}.branch where id = $1`;
      const { rows } = await client.query<{ seconds: number }>(text, [branchId]);
      return rows[0]?.seconds;
    });

  test("lasts as long as asked, and renewing starts the time anew", async () => {
    const lease = await journal.acquire("renew", { owner: "p", ttlMs: 600_000 });
    expect(await remaining("renew")).toBeCloseTo(600, -1);
    await shift("renew", "-500 seconds");
    expect(await lease?.renew()).toBe(true);
    expect(await remaining("renew")).toBeCloseTo(600, -1);
    expect(await journal.acquire("renew", { owner: "q", ttlMs: 1_000 })).toBeNull();
  });

  test("that ran out cannot be renewed; until somebody takes it, its fence still holds", async () => {
    const lease = await journal.acquire("late", { owner: "p", ttlMs: 600_000 });
    await shift("late", "-601 seconds");
    expect(await lease?.renew()).toBe(false);
    expect(await journal.append("late", [entry], { fence: 1 })).toMatchObject({ kind: "appended" });
    expect(await journal.acquire("late", { owner: "q", ttlMs: 600_000 })).toMatchObject({ fence: 2 });
    expect(await journal.append("late", [{ ...entry, id: "b" }], { fence: 1 })).toEqual({ kind: "fenced", fence: 2 });
  });

  test("a time beyond all calendars is refused by the server, and no lease is granted", async () => {
    await expect(journal.acquire("time", { owner: "p", ttlMs: 1e300 })).rejects.toMatchObject({ code: expect.stringMatching(/^22/) });
    expect(await journal.acquire("time", { owner: "q", ttlMs: 1_000 })).toMatchObject({ fence: 1 });
  });
});
