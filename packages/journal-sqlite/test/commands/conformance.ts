import { tmpdir } from "node:os";
import { memorySubject } from "../../../journal/test/memory-subject.js";
import { reportConformance } from "../../../journal/test/report.js";
import { sqliteSubjects } from "../subjects.js";

/** The kit over memory and SQLite, on a real disk: a line per subject, the controls, the sum. */
const passed = await reportConformance([memorySubject(), ...sqliteSubjects(tmpdir())], console.log);
process.exitCode = passed ? 0 : 1;
