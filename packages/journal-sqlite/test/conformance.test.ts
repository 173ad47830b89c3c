import { journalCases, plainCheck } from "@acta/journal/conformance";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, test } from "vitest";
import { sqliteSubject } from "./sqlite-subject.js";

describe.each([
  sqliteSubject("sqlite"),
  sqliteSubject("sqlite with whole numbers as BigInt", { openDatabase: (path) => new DatabaseSync(path, { readBigInts: true }) }),
])("$name", (subject) => {
  test.each(journalCases)("$id: $requirement", async (one) => {
    await expect(one.run(subject, plainCheck)).resolves.toBeUndefined();
  });
});
