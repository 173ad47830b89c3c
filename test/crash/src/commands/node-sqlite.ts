import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { runCases } from "@acta/journal/conformance";
import { sqliteSubject } from "../../../../packages/journal-sqlite/test/sqlite-subject.js";

/** The kit over SQLite with the driver of the Node that runs this; prints the results as JSON. */
const { DatabaseSync } = createRequire(import.meta.url)("node:sqlite");
const subject = sqliteSubject("node:sqlite", { place: tmpdir(), openDatabase: (path) => new DatabaseSync(path) });
const results = await runCases(subject);
console.log(JSON.stringify(results.map((result) => (result.outcome === "failed" ? { ...result, error: String(result.error) } : result))));
