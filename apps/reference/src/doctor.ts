import type { DoctorCommand } from "./doctor-command.js";
import { doctorFile } from "./doctor-file.js";
import { doctorJournal } from "./doctor-journal.js";
import { type Diagnosis, report } from "./doctor-report.js";
import type { Io } from "./io.js";

/** 0 and 2 are as everywhere: 2 is a history that cannot be read. */
const statuses: Readonly<Record<Diagnosis["state"], number>> = { healthy: 0, repaired: 3, faulty: 4 };

/** `history doctor`: finds what providers refuse in a history, stores a repair, and says what it did. */
export async function doctor(command: DoctorCommand, io: Io): Promise<number> {
  const { source } = command;
  const diagnosis = source.kind === "file" ? await doctorFile(source.path, command, io) : await doctorJournal(source, command, io);
  report(diagnosis, command.json, io.stdout);
  return statuses[diagnosis.state];
}
