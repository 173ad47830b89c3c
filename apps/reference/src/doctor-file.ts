import { closeSync, existsSync, fdatasyncSync, openSync, unlinkSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { MessageError } from "@acta/messages";
import { repair } from "@acta/messages/doctor";
import type { DoctorCommand } from "./doctor-command.js";
import type { Diagnosis } from "./doctor-report.js";
import type { Io } from "./io.js";
import { jsonFault, notJson } from "./json-fault.js";
import { readText } from "./read-text.js";
import { requireParentFolder } from "./require-parent-folder.js";
import { UsageError } from "./usage-error.js";

/** A history in a file of messages: JSON lines, as `history --json` prints them, or one list. The repair is a new file of the same kind. */
export async function doctorFile(path: string, { write, dryRun }: DoctorCommand, io: Io): Promise<Diagnosis> {
  const target = write === null || dryRun ? null : resolve(write);
  if (target !== null) requireParentFolder(target, "file");
  if (target !== null && existsSync(target)) throw new UsageError(`The file ${target} exists; it is never overwritten.`);
  const { values, isList } = parse(await readText(path, "history", io.signal), path);
  const { isHealthy, history, ...found } = examined(values, path, io);
  const rest = { messages: values.length, ...found };
  if (isHealthy) return { state: "healthy", ...rest, stored: null, left: null };
  if (target === null) return { state: "faulty", ...rest, stored: null, left: "Nothing was written: give a new file with --write." };
  store(target, isList ? `${JSON.stringify(history, null, 2)}\n` : history.map((message) => `${JSON.stringify(message)}\n`).join(""));
  return { state: "repaired", ...rest, stored: target, left: null };
}

const more = "A history has messages, as history --json prints them; a record of a run has entries.";

function examined(values: readonly unknown[], path: string, io: Io) {
  try {
    return repair(values, { now: io.now });
  } catch (error) {
    if (!MessageError.isInstance(error)) throw error;
    throw new UsageError(`The history ${path} cannot be used: ${error.message}`, { cause: error, more });
  }
}

function parse(text: string, path: string): { readonly values: readonly unknown[]; readonly isList: boolean } {
  const whole = parsed(text);
  if (Array.isArray(whole)) return { values: whole, isList: true };
  if (whole === undefined && text.trimStart().startsWith("[")) {
    throw new UsageError(`The history ${path} cannot be used: its text is ${notJson(text)}.`);
  }
  const lines = text.split("\n").map((line, index) => ({ line, number: index + 1 }));
  const filled = lines.filter(({ line }) => line.trim() !== "");
  const values = filled.map(({ line, number }) => {
    const value = parsed(line);
    if (value === undefined) {
      throw new UsageError(`The history ${path} cannot be used: line ${number} is not JSON${columnOf(line)}.`);
    }
    return value;
  });
  return { values, isList: false };
}

/** Where a line ceases to be JSON. */
function columnOf(line: string): string {
  const fault = jsonFault(line);
  return fault === null ? "" : ` at column ${fault.column}`;
}

/** Undefined for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whole, on the disk and under a name that was free, or not at all. */
function store(path: string, text: string): void {
  let descriptor: number;
  try {
    descriptor = openSync(path, "wx", 0o600);
  } catch (cause) {
    throw new UsageError(`The file ${path} cannot be created (${(cause as NodeJS.ErrnoException).code}).`, { cause });
  }
  try {
    writeFileSync(descriptor, text);
    fdatasyncSync(descriptor);
    closeSync(descriptor);
  } catch (error) {
    unlinkSync(path);
    throw error;
  }
}
