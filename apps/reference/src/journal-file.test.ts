import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../test/support.js";
import { JournalFile, readJournalFile } from "./journal-file.js";

const entry = (id: string, more: object = {}) => ({ id, kind: "test", at: 1, body: { text: `${id} \n` }, ...more });

function setUp() {
  const path = join(temporaryFolder(), "record.jsonl");
  return { path, journal: JournalFile.create(path), lines: () => readFileSync(path, "utf8").split("\n").slice(0, -1) };
}

describe("create", () => {
  test("takes a new file or an empty one", () => {
    const path = join(temporaryFolder(), "record.jsonl");
    writeFileSync(path, "");
    expect(JournalFile.create(path).path).toBe(path);
  });

  test("never overwrites a file", () => {
    const path = join(temporaryFolder(), "mine.txt");
    writeFileSync(path, "mine");
    expect(() => JournalFile.create(path)).toThrow(`The record ${path} exists and is not empty; it is never overwritten.`);
    expect(readFileSync(path, "utf8")).toBe("mine");
  });

  test("fails in a sentence where there can be no file, and leaves none", () => {
    const folder = temporaryFolder();
    expect(() => JournalFile.create(join(folder, "none/record.jsonl"))).toThrow("cannot be created (ENOENT).");
    expect(existsSync(join(folder, "none"))).toBe(false);
    mkdirSync(join(folder, "a"));
    expect(() => JournalFile.create(join(folder, "a"))).toThrow("cannot be created (EISDIR).");
  });
});

describe("append", () => {
  test("is in the file, in whole lines, when it answers", () => {
    const { journal, lines } = setUp();
    journal.append("b", [entry("1", { opens: "m" }), entry("2")]);
    expect(lines()).toHaveLength(2);
    journal.append("b", [entry("3", { settles: "m" })]);
    expect(lines().map((line) => JSON.parse(line).sequence)).toEqual([1, 2, 3]);
  });

  test("writes nothing for a repetition, or for what is refused", () => {
    const { journal, lines } = setUp();
    journal.append("b", [entry("1", { opens: "m" })]);
    journal.append("b", [entry("2", { settles: "m" })]);
    expect(journal.append("b", [entry("1", { opens: "m" })])).toMatchObject({ kind: "appended" });
    expect(journal.append("b", [entry("3", { settles: "m" })])).toMatchObject({ kind: "settled_already" });
    expect(() => journal.append("b", [entry("4", { settles: "nothing" })])).toThrow("nothing opened");
    expect(lines()).toHaveLength(2);
  });

  test("keeps several branches apart", () => {
    const { path, journal } = setUp();
    journal.append("a", [entry("1")]);
    journal.append("b", [entry("1"), entry("2")]);
    expect(readJournalFile(path).map(({ branchId, sequence }) => `${branchId}${sequence}`)).toEqual(["a1", "b1", "b2"]);
  });

  test.runIf(existsSync("/dev/full"))("throws where the disk is full, and goes on saying so", () => {
    const journal = JournalFile.create("/dev/full");
    expect(journal.failure).toBeNull();
    expect(() => journal.append("b", [entry("1")])).toThrow("The record /dev/full cannot be written");
    expect(journal.failure?.cause).toMatchObject({ code: "ENOSPC" });
    expect(() => journal.append("b", [entry("1")])).toThrow("closed");
  });

  test("after close everything is refused; to close twice is fine", () => {
    const { journal } = setUp();
    journal.close();
    journal.close();
    expect(() => journal.append("b", [entry("1")])).toThrow("closed");
  });
});

test("reading gives the journal's entries back; unsettled matters are those of the memory", () => {
  const { path, journal } = setUp();
  journal.append("b", [entry("1", { opens: "m" }), entry("2")]);
  expect(readJournalFile(path)).toEqual(journal.read("b").entries);
  expect(journal.unsettled().entries.map(({ id }) => id)).toEqual(["1"]);
  expect(journal.acquire("b", { owner: "me", ttlMs: 1 })?.fence).toBe(1);
});

describe("reading a damaged record", () => {
  test("a torn last line is named", () => {
    const { path, journal } = setUp();
    journal.append("b", [entry("1")]);
    appendFileSync(path, '{"branchId":"b","seq');
    expect(() => readJournalFile(path)).toThrow(`Line 2 of ${path}, the last, is torn: it has no end.`);
  });

  test.each(["no JSON", "null", "1", "{}", ""])("a line %j that is no entry is named", (line) => {
    const { path, journal } = setUp();
    journal.append("b", [entry("1")]);
    appendFileSync(path, `${line}\n`);
    expect(() => readJournalFile(path)).toThrow(`Line 2 of ${path} is not an entry of a record.`);
  });
});
