import { join } from "node:path";
import type { AppendResult, NewEntry } from "@acta/journal";
import { journalCases, plainCheck } from "@acta/journal/conformance";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { type SqliteDatabase, sqliteJournal } from "../src/index.js";
import type { SqliteValue } from "../src/sqlite-database.js";
import { countingDatabase } from "./counting-database.js";
import { entry } from "./entry.js";
import { sqliteSubject } from "./sqlite-subject.js";
import { temporaryFolder } from "./temporary-folder.js";

describe.each([
  ["not indexed yet", 0],
  ["indexed, with entries after it that are not", 150],
  ["indexed, to the last entry", 125],
])("a group that meets what was stored before and is %s", (_, more) => {
  const stored = 3 + more;
  let place = temporaryFolder();
  let raw: SqliteDatabase;
  let counting: ReturnType<typeof countingDatabase>;
  let journal: ReturnType<typeof sqliteJournal>;

  beforeEach(async () => {
    place = temporaryFolder();
    raw = new DatabaseSync(join(place.folder, "acta.db"));
    counting = countingDatabase(raw);
    journal = sqliteJournal({ database: counting.database });
    await journal.append("b", [entry("o", { opens: "open" }), entry("d", { opens: "done" }), entry("s", { settles: "done" })]);
    for (let index = 0; index < more; index++) await journal.append("b", [entry(`more${index}`)]);
    counting.take();
  });
  afterEach(async () => {
    await journal.close();
    raw.close();
    place.remove();
  });

  const nameOf = (settled: PromiseSettledResult<AppendResult>) =>
    settled.status === "fulfilled" ? settled.value.kind : (settled.reason.code as string);

  test.each<[string, readonly NewEntry[], string]>([
    ["an id", [entry("o", { opens: "open" })], "appended"],
    ["an id among new ones", [entry("new"), entry("o", { opens: "open" })], "appended"],
    ["an id twice", [entry("new"), entry("new")], "appended"],
    ["a matter that is settled", [entry("x", { settles: "done" })], "settled_already"],
    ["a matter that nothing opened", [entry("x", { settles: "never" })], "unknown_matter"],
    ["a matter that is settled before it is opened", [entry("x", { settles: "m" }), entry("y", { opens: "m" })], "unknown_matter"],
    ["a matter that one entry opens and settles", [entry("x", { opens: "m", settles: "m" })], "unknown_matter"],
    ["a matter that is opened again", [entry("x", { opens: "open" })], "matter_taken"],
    ["a settled matter that is opened again", [entry("x", { opens: "done" })], "matter_taken"],
    ["a matter that is opened twice", [entry("x", { opens: "m" }), entry("y", { opens: "m" })], "matter_taken"],
    ["an open matter that is settled and opened", [entry("x", { settles: "open" }), entry("y", { opens: "open" })], "matter_taken"],
    ["a matter that is settled twice", [entry("x", { settles: "open" }), entry("y", { settles: "open" })], "invalid_entry"],
  ])("is undone and decided by what is known: %s", async (_, entries, expected) => {
    const group = await Promise.allSettled([
      journal.append("b", [entry("before")]),
      journal.append("b", entries),
      journal.append("c", [entry("after", { opens: "open" })]),
    ]);
    expect(group.map(nameOf)).toEqual(["appended", expected, "appended"]);
    expect(counting.take().filter((sql) => /^(BEGIN|COMMIT|ROLLBACK)/.test(sql))).toEqual([
      "BEGIN IMMEDIATE",
      "ROLLBACK",
      "BEGIN IMMEDIATE",
      "COMMIT",
    ]);
    const all = (await journal.read("b")).entries;
    expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_, index) => index + 1));
    const added = entries.filter(({ id }, index) => id !== "o" && entries.findIndex((other) => other.id === id) === index);
    expect(all.slice(0, 3).map(({ id }) => id)).toEqual(["o", "d", "s"]);
    expect(all.slice(stored).map(({ id }) => id)).toEqual(["before", ...(expected === "appended" ? added.map(({ id }) => id) : [])]);
    expect((await journal.unsettled()).entries.map(({ branchId, id }) => `${branchId} ${id}`)).toEqual(["b o", "c after"]);
  });

  test("is undone, and an append with an older fence stays fenced", async () => {
    for (const owner of ["p", "q"]) await (await journal.acquire("b", { owner, ttlMs: 1_000 }))?.release();
    const group = await Promise.allSettled([
      journal.append("b", [entry("late")], { fence: 1 }),
      journal.append("b", [entry("o", { opens: "open" }), entry("new")], { fence: 2 }),
    ]);
    expect(group.map(nameOf)).toEqual(["fenced", "appended"]);
    expect((await journal.read("b", { after: stored })).entries.map(({ id }) => id)).toEqual(["new"]);
  });

  test("positions beyond what a number of JavaScript holds stay apart", async () => {
    raw.exec("INSERT INTO acta_branch (number, id) VALUES (2000000000, 'far')");
    for (let index = 0; index < 5; index++) {
      await journal.append("far", [entry(`o${index}`, { opens: `m${index}` }), entry(`s${index}`, { settles: `m${index}` })]);
    }
    expect((await journal.read("far", { after: 7 })).entries.map(({ id, sequence }) => `${id} ${sequence}`)).toEqual([
      "s3 8",
      "o4 9",
      "s4 10",
    ]);
    expect(await journal.unsettled({ branchId: "far" })).toEqual({ entries: [], next: null });
  });

  test("openings of branches in turn keep their order", async () => {
    for (let index = 0; index < 12; index++) {
      const branchId = ["b", "c", "b", "d"][index % 4] as string;
      await journal.append(branchId, [entry(`note${index}`), entry(`x${index}`, { opens: `m${index}` })]);
    }
    const ids = ["o", ...Array.from({ length: 12 }, (_, index) => `x${index}`)];
    expect((await journal.unsettled()).entries.map(({ id }) => id)).toEqual(ids);
  });

  test.each<[string, readonly NewEntry[]]>([
    ["settles what is open", [entry("x", { settles: "open" })]],
    ["settles what it opened", [entry("x", { opens: "m" }), entry("y", { settles: "m" })]],
    ["settles one matter and opens another", [entry("x", { opens: "m", settles: "open" })]],
    ["has more entries than one statement stores", Array.from({ length: 19 }, (_, index) => entry(`x${index}`, { opens: `m${index}` }))],
    [
      "fills several blocks and settles most of what it opens",
      Array.from({ length: 399 }, (_, index) =>
        entry(`x${index}`, index % 3 < 2 ? { opens: `m${index}` } : { settles: `m${index - (index % 2) - 1}` }),
      ),
    ],
  ])("but one that %s is stored at once", async (_, entries) => {
    expect(await journal.append("b", entries)).toMatchObject({ kind: "appended" });
    expect(counting.take().filter((sql) => /^(BEGIN|COMMIT|ROLLBACK)/.test(sql))).toEqual(["BEGIN IMMEDIATE", "COMMIT"]);
    const added = (await journal.read("b", { after: stored })).entries;
    expect(added.map(({ id, opens, settles }) => ({ id, opens, settles }))).toEqual(
      entries.map(({ id, opens, settles }) => ({ id, opens, settles })),
    );
    const settled = new Set(entries.map(({ settles }) => settles));
    const opened = ["open", ...entries.flatMap(({ opens }) => opens ?? [])].filter((matter) => !settled.has(matter));
    expect((await journal.unsettled({ branchId: "b" })).entries.map(({ opens }) => opens)).toEqual(opened);
  });
});

describe("what is not indexed yet", () => {
  const place = temporaryFolder();
  const path = join(place.folder, "acta.db");
  afterAll(place.remove);

  test("is known to each process, whoever wrote last", async () => {
    const processes = [sqliteJournal({ path }), sqliteJournal({ path })];
    for (let index = 0; index < 200; index++) {
      const [mine, other] = index % 2 === 0 ? processes : processes.toReversed();
      const result = await mine?.append("b", [entry(`o${index}`, { opens: `m${index}` })]);
      expect(await other?.append("b", [entry(`o${index}`, { opens: `m${index}` })])).toEqual(result);
      await expect(other?.append("b", [entry("again", { opens: `m${index}` })])).rejects.toMatchObject({ code: "matter_taken" });
      if (index % 3 > 0) continue;
      const settled = [entry(`s${index}`, { settles: `m${index}` })];
      expect(await other?.append("b", settled)).toMatchObject({ kind: "appended" });
      expect(await mine?.append("b", [entry("late", { settles: `m${index}` })])).toMatchObject({
        kind: "settled_already",
        by: { id: `s${index}` },
      });
    }
    const open = Array.from({ length: 200 }, (_, index) => `m${index}`).filter((_, index) => index % 3 > 0);
    expect((await processes[0]?.unsettled())?.entries.map(({ opens }) => opens)).toEqual(open);
    for (const journal of processes) await journal.close();
  });

  test("does not take in what another process has indexed", async () => {
    const raw = new DatabaseSync(join(place.folder, "boundary.db"));
    const [journal, other] = [sqliteJournal({ database: raw }), sqliteJournal({ path: join(place.folder, "boundary.db") })];
    for (let index = 1; index < 128; index++) await journal.append("b", [entry(`e${index}`)]);
    await journal.append("b", [entry("e128", { opens: "m" })]);
    await other.append("b", [entry("e129")]);
    expect(await journal.append("b", [entry("s", { settles: "m" })])).toMatchObject({ kind: "appended" });
    expect(await other.append("b", [entry("late", { settles: "m" })])).toMatchObject({ kind: "settled_already", by: { id: "s" } });
    expect(raw.prepare("SELECT matter FROM acta_known_open").all()).toEqual([]);
    for (const one of [journal, other]) await one.close();
    raw.close();
  });

  test("is read again after a commit that failed", async () => {
    const raw = new DatabaseSync(path);
    const journal = sqliteJournal({ database: raw });
    const head = (await journal.read("b")).entries.length;
    raw.exec("CREATE TRIGGER full BEFORE INSERT ON acta_entry WHEN NEW.id = 'unlucky' BEGIN SELECT RAISE(ABORT, 'no room'); END");
    await expect(journal.append("b", [entry("mate", { opens: "new" }), entry("unlucky")])).rejects.toMatchObject({
      code: "storage_failed",
    });
    raw.exec("DROP TRIGGER full");
    expect(await journal.append("b", [entry("mate", { opens: "new" })])).toMatchObject({ entries: [{ sequence: head + 1 }] });
    expect(await journal.append("b", [entry("end", { settles: "new" })])).toMatchObject({ entries: [{ sequence: head + 2 }] });
    await journal.close();
    raw.close();
  });

  test("is kept while the file is locked: a commit that has not begun has changed nothing", async () => {
    const path = join(place.folder, "locked.db");
    const counting = countingDatabase(new DatabaseSync(path));
    const [journal, other] = [sqliteJournal({ database: counting.database }), new DatabaseSync(path)];
    await journal.append("b", [entry("o", { opens: "m" })]);
    const readings = () => counting.take().filter((sql) => sql.startsWith("SELECT e.id, e.opens"));
    counting.take();
    other.exec("BEGIN IMMEDIATE");
    const waiting = journal.append("b", [entry("s", { settles: "m" })]);
    while (!counting.take().includes("BEGIN IMMEDIATE")) await new Promise(setImmediate);
    other.exec("COMMIT");
    expect(await waiting).toMatchObject({ kind: "appended" });
    expect(readings()).toEqual([]);
    // The control: a group that began and failed has changed them.
    await expect(journal.append("b", [entry("x", { settles: "never" })])).rejects.toMatchObject({ code: "unknown_matter" });
    counting.take();
    await journal.append("b", [entry("y")]);
    expect(readings()).toHaveLength(1);
    for (const one of [journal, counting.database, other]) await one.close();
  });

  test("is read again after a second try that failed, whoever wrote as much meanwhile", async () => {
    const raw = new DatabaseSync(join(place.folder, "failed.db"));
    const [journal, other] = [sqliteJournal({ database: raw }), sqliteJournal({ path: join(place.folder, "failed.db") })];
    await journal.append("b", [entry("o", { opens: "m" })]);
    raw.exec("CREATE TRIGGER full BEFORE INSERT ON acta_entry WHEN NEW.id = 'unlucky' BEGIN SELECT RAISE(ABORT, 'no room'); END");
    await expect(journal.append("b", [entry("mate"), entry("unlucky")])).rejects.toMatchObject({ code: "storage_failed" });
    raw.exec("DROP TRIGGER full");
    await other.append("b", [entry("s", { settles: "m" }), entry("new")]);
    expect(await journal.append("b", [entry("new")])).toMatchObject({ entries: [{ sequence: 3 }] });
    expect(await journal.append("b", [entry("late", { settles: "m" })])).toMatchObject({ kind: "settled_already", by: { id: "s" } });
    expect(await journal.append("b", [entry("mate")])).toMatchObject({ entries: [{ sequence: 4 }] });
    for (const one of [journal, other]) await one.close();
    raw.close();
  });
});

/** A driver that says as little as it may: neither how many rows a statement changed, nor by a code what went wrong. */
class Silent implements SqliteDatabase {
  readonly #database: SqliteDatabase;

  constructor(path: string) {
    this.#database = new DatabaseSync(path);
  }

  exec(sql: string) {
    plainly(() => this.#database.exec(sql));
  }

  prepare(sql: string) {
    const statement = this.#database.prepare(sql);
    return {
      run: (...parameters: SqliteValue[]) => plainly(() => void statement.run(...parameters)),
      all: (...parameters: SqliteValue[]) => plainly(() => statement.all(...parameters)),
    };
  }

  close() {
    this.#database.close();
  }
}

function plainly<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new Error((error as Error).message);
  }
}

const silent = sqliteSubject("sqlite with a silent driver", { openDatabase: (path) => new Silent(path) });

describe("a driver that does not say how many rows it changed, nor what went wrong", () => {
  test.each(journalCases)("$id: $requirement", async (one) => {
    await expect(one.run(silent, plainCheck)).resolves.toBeUndefined();
  });
});
