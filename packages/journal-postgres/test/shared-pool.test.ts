import type { NewEntry } from "@acta/journal";
import { Pool, types } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { postgresJournal } from "../src/postgres-journal.js";
import { describeWithServer, poolOf, serverUrl } from "./server.js";

const entry = (id: string): NewEntry => ({ id, kind: "note", at: 1.25, opens: id, body: { of: id } });

describeWithServer("a pool from outside", (schema) => {
  test("is still the program's after close, which waits for what was appended", async () => {
    const pool = poolOf();
    onTestFinished(() => pool.end());
    const journal = postgresJournal({ pool, schema });
    const appends = Array.from({ length: 20 }, (_, index) => journal.append(`b${index % 4}`, [entry(`e${index}`)]));
    await journal.close();
    const { rows } = await pool.query(`select count(*)::integer as count from "${schema}".entry`);
    expect(rows).toEqual([{ count: 20 }]);
    expect((await Promise.all(appends)).every(({ kind }) => kind === "appended")).toBe(true);
    await expect(journal.read("b0")).rejects.toMatchObject({ code: "closed" });
    expect([pool.ended, pool.idleCount]).toEqual([false, pool.totalCount]);
  });

  test("may parse types as it likes, and have one connection", async () => {
    const custom = { getTypeParser: () => () => "parsed by the program" };
    const plain = new Set<number>([types.builtins.TEXT]);
    const pool = new Pool({
      connectionString: serverUrl,
      max: 1,
      types: {
        getTypeParser: (...given: Parameters<typeof types.getTypeParser>) => (plain.has(given[0]) ? types : custom).getTypeParser(...given),
      },
    });
    onTestFinished(() => pool.end());
    const journal = postgresJournal({ pool, schema });
    const stored = { ...entry("a"), branchId: "types", sequence: 1 };
    expect(await journal.append("types", [entry("a")])).toEqual({ kind: "appended", entries: [stored] });
    expect(await journal.append("types", [entry("a")])).toEqual({ kind: "appended", entries: [stored] });
    expect(await journal.read("types")).toEqual({ entries: [stored], next: null });
    expect(await journal.unsettled({ branchId: "types", limit: 1 })).toEqual({ entries: [stored], next: null });
    expect(await journal.acquire("types", { owner: "p", ttlMs: 1_000 })).toMatchObject({ fence: 1 });
    const both = await Promise.all([journal.append("one", [entry("a")]), journal.append("other", [entry("a")]), journal.unsettled()]);
    expect(both).toHaveLength(3);
  });
});
