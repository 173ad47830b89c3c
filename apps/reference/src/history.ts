import type { History } from "@acta/branch";
import { CodecError, type WriteOptions } from "@acta/codecs";
import { historyOf, waitingOf } from "./branch-messages.js";
import { type Column, Table } from "./columns.js";
import { historyCodecs } from "./history-codecs.js";
import type { Io, Output } from "./io.js";
import { isoTime } from "./log-report.js";
import { openRecord, requireBranch } from "./open-record.js";
import { printableJson } from "./printable.js";
import type { HistoryCommand, HistoryFormat } from "./record-command.js";
import { toText } from "./table.js";
import { UsageError } from "./usage-error.js";

type Message = History["messages"][number];

/** `history`: the messages of a branch, or what a model is told of them. */
export async function history(command: HistoryCommand, io: Io): Promise<number> {
  const record = openRecord(command.source, io);
  try {
    requireBranch(record, command.branch);
    const { history: read } = await historyOf(record.journal, command.branch);
    if (command.format !== "messages") {
      const waiting = await waitingOf(record.journal, command.branch);
      print(io.stdout, written(read, command.format, optionsOf(command, waiting)), command.json);
    } else if (command.json) print(io.stdout, read.messages, true);
    else io.stdout.write(new Table(columns, io.stdout).add(read.messages));
    return 0;
  } finally {
    await record.close();
  }
}

/** Of a call that waits for an approval it is known that it has not run; of any other that is open, nothing is. */
function optionsOf({ maxOutput }: HistoryCommand, waiting: ReadonlyMap<string, string>): WriteOptions {
  const interim: WriteOptions["interim"] = ({ id }) =>
    waiting.has(id)
      ? `This call waits for an approval and has not run: ${waiting.get(id)}`
      : "There is no result of this call: it has not ended, or nobody knows how it did.";
  return { interim, ...(maxOutput !== null && { maxOutputLength: maxOutput }) };
}

function written({ blocks }: History, format: Exclude<HistoryFormat, "messages">, options: WriteOptions): readonly unknown[] {
  try {
    const { system, messages } = historyCodecs[format].writeHistory(blocks, options);
    return system === null ? messages : [{ system }, ...messages];
  } catch (error) {
    if (CodecError.isInstance(error))
      throw new UsageError(`The history cannot be written as ${format}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** JSON lines, or for people, in many lines. */
function print(output: Output, values: readonly unknown[], inLines: boolean): void {
  for (const value of values) output.write(`${printableJson(value, inLines ? 0 : 2)}\n`);
}

const columns: readonly Column<Message>[] = [
  { head: "created", cell: ({ createdAt }) => isoTime(createdAt) },
  { head: "kind", cell: ({ kind }) => kind },
  { head: "tool", cell: (message) => (message.kind === "message" ? message.role : message.content.function), widest: 20 },
  { head: "content", cell: gist, widest: 200 },
];

function gist(message: Message): string {
  if (message.kind === "message") return toText(message.content);
  if (message.kind === "action_request") return toText(message.content.arguments);
  const { output, error } = message.content;
  return error?.message ?? toText(output);
}
