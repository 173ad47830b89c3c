import type { AppendResult, NewEntry } from "@acta/journal";
import { escapeIdentifier } from "pg";
import { afterAll, expect, test } from "vitest";
import { migrations } from "../src/migrations.js";
import { postgresJournal } from "../src/postgres-journal.js";
import { describeWithServer, serverUrl, withClient } from "./server.js";
import { until } from "./until.js";
import { workersFor } from "./worker-process.js";

const entry = (id: string, more: Partial<NewEntry> = {}): NewEntry => ({ id, kind: "note", at: 1, body: id, ...more });

describeWithServer("several processes on one database", (schema) => {
  const workers = workersFor(schema);
  const journal = postgresJournal({ connectionString: serverUrl, schema });
  afterAll(() => journal.close());

  test("8 make the tables at once and append 500 entries each to one branch: all stored, no gap", async () => {
    const eight = await workers(8);
    const floods = eight.map((worker, index) => worker.do({ do: "flood", branchId: "b", prefix: `p${index}`, count: 500 }));
    expect(await Promise.all(floods)).toEqual(eight.map(() => 500));
    const { entries, next } = await journal.read("b", { limit: 5_000 });
    expect(entries.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 4_000 }, (_, index) => index + 1));
    expect(next).toBeNull();
    for (const index of eight.keys()) {
      const own = entries.filter(({ id }) => id.startsWith(`p${index}:`));
      expect(own.map(({ body }) => body)).toEqual(Array.from({ length: 500 }, (_, at) => at));
    }
    const versions = await withClient((client) => client.query(`select version from ${escapeIdentifier(schema)}.migration`));
    expect(versions.rows).toHaveLength(migrations.length);
    expect(await Promise.all(eight.map((worker) => worker.left()))).toEqual(eight.map(() => 0));
  });

  test("4 settle the same matters: one wins each, and all name the winner", async () => {
    const four = await workers(4);
    for (let matter = 0; matter < 10; matter++) {
      await journal.append("settle", [entry(`open ${matter}`, { opens: `${matter}` })]);
      const results = await Promise.all(
        four.map((worker, index) =>
          worker.do({ do: "append", with: ["settle", [entry(`${matter} by ${index}`, { settles: `${matter}` })]] }),
        ),
      );
      const kinds = results.map((result) => (result as AppendResult).kind);
      expect(kinds.toSorted()).toEqual(["appended", "settled_already", "settled_already", "settled_already"]);
      const winner = `${matter} by ${kinds.indexOf("appended")}`;
      expect(results.filter((result) => (result as AppendResult).kind === "settled_already")).toEqual(
        Array.from({ length: 3 }, () => ({ kind: "settled_already", by: expect.objectContaining({ id: winner }) })),
      );
    }
    expect((await journal.unsettled({ branchId: "settle" })).entries).toEqual([]);
    expect((await journal.read("settle")).entries).toHaveLength(20);
    for (const worker of four) worker.child.kill();
  });

  test("4 append the same entry: it is stored once, and all get it", async () => {
    const four = await workers(4);
    for (let turn = 1; turn <= 10; turn++) {
      const results = await Promise.all(
        four.map((worker) => worker.do({ do: "append", with: ["same", [entry(`e${turn}`, { opens: `m${turn}` })]] })),
      );
      expect(results).toEqual(
        four.map(() => ({ kind: "appended", entries: [expect.objectContaining({ id: `e${turn}`, sequence: turn })] })),
      );
    }
    for (const worker of four) worker.child.kill();
  });

  test("a holder that was stopped past its lease is fenced", async () => {
    const [holder] = await workers(1);
    expect(await holder?.do({ do: "acquire", with: ["held", { owner: "stopped", ttlMs: 100 }] })).toBe(1);
    holder?.child.kill("SIGSTOP");
    const lease = await until(async () => journal.acquire("held", { owner: "next", ttlMs: 60_000 }));
    expect(lease.fence).toBe(2);
    holder?.child.kill("SIGCONT");
    expect(await holder?.do({ do: "renew" })).toBe(false);
    expect(await holder?.do({ do: "append", with: ["held", [entry("late")], { fence: 1 }] })).toEqual({ kind: "fenced", fence: 2 });
    expect(await journal.append("held", [entry("mine")], { fence: 2 })).toMatchObject({ entries: [{ sequence: 1 }] });
    expect(await holder?.left()).toBe(0);
  });

  test("a journal keeps no process alive, closed or not", async () => {
    const two = await workers(2);
    await Promise.all(two.map((worker, index) => worker.do({ do: "append", with: [`exit ${index}`, [entry("a")]] })));
    await two[0]?.do({ do: "close" });
    expect(await Promise.all(two.map((worker) => worker.left()))).toEqual([0, 0]);
  });
});
