import { Branch, BranchError, recover } from "@acta/branch";
import type { Journal } from "@acta/journal";
import { type Examination, examine, type Repair, repair } from "@acta/messages/doctor";
import { historyOf, waitingOf } from "./branch-messages.js";
import type { DoctorCommand } from "./doctor-command.js";
import type { Diagnosis } from "./doctor-report.js";
import type { Io } from "./io.js";
import { openRecord, requireBranch } from "./open-record.js";
import { unsettled } from "./read-entries.js";

/** A branch of a journal. Its record is never rewritten: what was missing is appended. */
export async function doctorJournal(
  source: { readonly path: string; readonly branch: string },
  { dryRun }: DoctorCommand,
  io: Io,
): Promise<Diagnosis> {
  const record = openRecord({ kind: "journal", path: source.path }, io);
  try {
    requireBranch(record, source.branch);
    const before = await look(record.journal, source.branch);
    const { findings, pending } = before;
    const rest = { messages: before.messages.length, findings, pending, removed: [] };
    if (before.isHealthy) return { state: "healthy", ...rest, added: [], stored: null, left: null };
    if (dryRun) return { state: "faulty", ...rest, added: [], stored: null, left: "Nothing was appended." };
    const left = await mend(record.journal, source.branch, io);
    const after = await look(record.journal, source.branch);
    const known = new Set(before.messages.map(({ id }) => id));
    const added = after.messages.filter(({ id }) => !known.has(id));
    const stored = added.length > 0 ? source.path : null;
    if (after.isHealthy) return { state: "repaired", ...rest, added, stored, left: null };
    return { state: "faulty", ...rest, added, stored, left: left ?? "Some calls have not ended; see recover." };
  } finally {
    await record.close();
  }
}

async function look(journal: Journal, branch: string): Promise<Examination & { readonly messages: Repair["history"] }> {
  const { history } = await historyOf(journal, branch);
  const waiting = await waitingOf(journal, branch);
  return { ...examine(history.messages, { isPending: ({ id }) => waiting.has(id) }), messages: history.messages };
}

/** Ends the calls that a dead process left open, then answers the requests that are nobody's call. Why it could not, or null. */
async function mend(journal: Journal, id: string, io: Io): Promise<string | null> {
  await recover(journal, { branchId: id });
  const calls = await unsettled(journal, { branchId: id, kind: "call.proposed" });
  const open = new Set(calls.map(({ body }) => (body as { readonly requestId: string }).requestId));
  const { history, transaction } = await historyOf(journal, id);
  const { added } = repair(history.messages, { isPending: (request) => open.has(request.id), now: io.now });
  try {
    const branch = await Branch.open({ id, journal, transaction });
    try {
      for (const message of added) await branch.add(message);
    } finally {
      await branch.close();
    }
    return null;
  } catch (error) {
    if (!BranchError.isInstance(error) || error.code !== "branch_taken") throw error;
    return "A process holds this branch, or died holding it; after 30 seconds it is free.";
  }
}
