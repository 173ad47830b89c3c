import type { Json } from "@acta/journal";
import { afterAll, describe, expect, test } from "vitest";
import { postgresJournal } from "../src/postgres-journal.js";
import { describeWithServer, serverUrl, withClient } from "./server.js";

const texts = [
  "'; drop schema public cascade; --",
  '"quoted" \\ back\\\\slash {a,b} NULL $1',
  "\0",
  "a\0b",
  "\ud800",
  "\ud801",
  "\ufffd",
  "née",
  "ne\u0301e",
  "😀鑑\u202e",
  "__proto__",
  "constructor",
  " ",
  "\n\t\u2028",
];

describeWithServer("text that is hard to store", (schema) => {
  const journal = postgresJournal({ connectionString: serverUrl, schema });
  afterAll(() => journal.close());

  test.each(texts.map((text) => [text]))("%j as branch, id, kind, matter, owner and body", async (text) => {
    const body: Json = JSON.parse(`{"b":1,"a":[${JSON.stringify(text)}],"__proto__":{"x":${JSON.stringify(text)}},"2":0,"1":0}`);
    const opened = { id: text, kind: text, at: 1, opens: text, body };
    const settled = { id: `${text}2`, kind: text, at: 2, settles: text, body: text };
    await journal.append(text, [opened]);
    expect((await journal.unsettled({ branchId: text, kind: text })).entries).toEqual([{ ...opened, branchId: text, sequence: 1 }]);
    await journal.append(text, [settled]);
    const { entries } = await journal.read(text, { kinds: [text] });
    expect(entries).toEqual([
      { ...opened, branchId: text, sequence: 1 },
      { ...settled, branchId: text, sequence: 2 },
    ]);
    expect(JSON.stringify(entries[0]?.body)).toBe(JSON.stringify(body));
    expect(await journal.acquire(text, { owner: text, ttlMs: 60_000 })).toMatchObject({ fence: 1 });
    expect(await journal.acquire(text, { owner: `${text}!`, ttlMs: 60_000 })).toBeNull();
  });

  test("ids that differ only in what PostgreSQL cannot hold stay apart", async () => {
    await journal.append(
      "apart",
      texts.map((id) => ({ id, kind: "k", at: 0, body: null })),
    );
    expect((await journal.read("apart")).entries.map(({ id }) => id)).toEqual(texts);
  });

  describe("what no index can hold", () => {
    const long = Array.from({ length: 4_000 }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 7_919) % 20_000))).join("");

    test("is refused, and nothing is stored", async () => {
      const entries = [
        { id: "a", kind: "k", at: 0, body: null },
        { id: long, kind: "k", at: 0, body: null },
      ];
      await expect(journal.append("long", entries)).rejects.toMatchObject({ code: "invalid_entry", cause: { code: "54000" } });
      expect((await journal.read("long")).entries).toEqual([]);
    });

    test("does not fail its neighbours", async () => {
      const appends = ["a", long, "b"].map((id) => journal.append("neighbours", [{ id, kind: "k", at: 0, body: null }]));
      expect((await Promise.allSettled(appends)).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
      expect((await journal.read("neighbours")).entries.map(({ id, sequence }) => `${sequence} ${id}`)).toEqual(["1 a", "2 b"]);
    });
  });

  test("a schema may have any name", async () => {
    const name = `${schema.slice(0, 30)} "q" 'x' $$ \\ ü`;
    const other = postgresJournal({ connectionString: serverUrl, schema: name });
    try {
      await other.append("b", [{ id: "a", kind: "k", at: 0, opens: "m", body: null }]);
      expect((await other.unsettled()).entries).toHaveLength(1);
    } finally {
      await other.close();
      await withClient((client) => client.query(`drop schema "${name.replaceAll('"', '""')}" cascade`));
    }
  });
});
