import { journalCases, plainCheck } from "@acta/journal/conformance";
import { describe, test } from "vitest";
import { PostgresSubject } from "./postgres-subject.js";
import { describeWithServer } from "./server.js";

describeWithServer("the contract of a journal", (schema) => {
  const subject = new PostgresSubject(schema);
  const needsClock = (needs: readonly string[] = []) => needs.includes("clock");

  test.each(journalCases.filter(({ needs }) => !needsClock(needs)))("$id", (one) => one.run(subject, plainCheck));

  describe("skipped: nobody moves the server's clock; lease.test.ts lets leases run out", () => {
    test.skip.each(journalCases.filter(({ needs }) => needsClock(needs)))("$id", () => {});
  });
});
