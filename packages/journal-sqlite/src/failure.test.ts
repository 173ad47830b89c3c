import { describe, expect, test } from "vitest";
import { isNamed } from "./failure.js";
import { SqliteJournalError } from "./sqlite-journal-error.js";

describe("what a driver throws", () => {
  test.each([
    ["a number", { errcode: 5 }, "locked"],
    ["an extended number", { errcode: 517 }, "locked"],
    ["the name of better-sqlite3", { code: "SQLITE_BUSY_SNAPSHOT" }, "locked"],
    ["a full disk", { errcode: 13 }, "disk_full"],
    ["a name for it", { code: "SQLITE_FULL" }, "disk_full"],
    ["a failed write", { errcode: 778 }, "io_failed"],
    ["a read-only file", { code: "SQLITE_READONLY_DBMOVED" }, "read_only"],
    ["a damaged file", { errcode: 11 }, "corrupt"],
    ["a file of another kind", { errcode: 26 }, "corrupt"],
    ["a file that does not open", { errcode: 14 }, "cannot_open"],
    ["a constraint", { errcode: 2067 }, "storage_failed"],
    ["words alone", { code: "ERR_SQLITE_ERROR", message: "database is locked" }, "locked"],
    ["words that come after others", { code: "ERR_SQLITE_ERROR", message: "Failed to open: unable to open database file" }, "cannot_open"],
    ["words that SQLite does not use", { code: "ERR_SQLITE_ERROR", message: "out of luck" }, "storage_failed"],
    ["the same words from somebody else", { message: "database is locked" }, "storage_failed"],
    ["a code of Node", { code: "ERR_INVALID_STATE" }, "storage_failed"],
  ])("%s", (_, properties, code) => {
    const cause = Object.assign(new Error("as the driver says"), properties);
    const error = SqliteJournalError.of(cause);
    expect(error).toMatchObject({ code, cause });
    expect(error.message.endsWith(`: ${cause.message}`)).toBe(true);
  });

  test.each([
    [{ errcode: 2067 }, false],
    [{ code: "SQLITE_CONSTRAINT_UNIQUE" }, false],
    [{ message: "UNIQUE constraint failed" }, false],
    [{ errcode: 5 }, true],
    [{ code: "SQLITE_BUSY" }, true],
    [null, false],
  ])("%j is a failure that has a name: %j", (error, expected) => {
    expect(isNamed(error)).toBe(expected);
  });

  test.each([undefined, null, "text"])("even %j becomes an error", (cause) => {
    expect(SqliteJournalError.of(cause)).toMatchObject({ code: "storage_failed", cause });
  });

  test("an error of this class stays what it is", () => {
    const error = new SqliteJournalError("schema_too_new", "too new");
    expect(SqliteJournalError.of(error)).toBe(error);
    expect(SqliteJournalError.isInstance(error)).toBe(true);
    expect(SqliteJournalError.isInstance({ code: "schema_too_new" })).toBe(false);
    const hostile = new Proxy(error, {
      get() {
        throw new Error("hostile");
      },
    });
    expect(SqliteJournalError.isInstance(hostile)).toBe(false);
  });
});
