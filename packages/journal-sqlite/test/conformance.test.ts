import { journalCases, plainCheck } from "@acta/journal/conformance";
import { expect, test } from "vitest";
import { sqliteSubject } from "./sqlite-subject.js";

const subject = sqliteSubject("sqlite");

test.each(journalCases)("$id: $requirement", async (one) => {
  await expect(one.run(subject, plainCheck)).resolves.toBeUndefined();
});
