import { Branch, BranchError, corrected, type History } from "@acta/branch";
import { shipped } from "@acta/branch/shipped";
import { anthropicMessages, CodecError, claudeCode, openaiChat, openaiResponses } from "@acta/codecs";
import type { Journal } from "@acta/journal";
import { memoryJournal } from "@acta/journal/memory";
import { type Column, Table } from "./columns.js";
import type { Io, Output } from "./io.js";
import { isoTime } from "./log-report.js";
import { openRecord, requireBranch } from "./open-record.js";
import { printableJson } from "./printable.js";
import { entriesAfter } from "./read-entries.js";
import type { HistoryCommand } from "./record-command.js";
import { toText } from "./table.js";
import { UsageError } from "./usage-error.js";

type Message = History["messages"][number];

const codecs = { "openai-chat": openaiChat, "openai-responses": openaiResponses, anthropic: anthropicMessages, "claude-code": claudeCode };

/** `history`: the messages of a branch, or its responses as a provider is told them. */
export async function history(command: HistoryCommand, io: Io): Promise<number> {
  const record = openRecord(command.source, io);
  try {
    requireBranch(record, command.branch);
    const messages = await messagesOf(record.journal, command.branch);
    if (command.format !== "messages") print(io.stdout, written(messages, command.format), command.json);
    else if (command.json) print(io.stdout, messages, true);
    else io.stdout.write(new Table(columns, io.stdout).add(messages));
    return 0;
  } finally {
    await record.close();
  }
}

/** Read from a copy: to open the branch itself would take it from the run that writes it. */
async function messagesOf(journal: Journal, id: string): Promise<readonly Message[]> {
  const entries = await entriesAfter(journal, id);
  const copy = memoryJournal();
  copy.append(id, entries);
  const transaction = entries.some(({ kind }) => kind === "call.logged") ? shipped : corrected;
  try {
    return (await Branch.open({ id, journal: copy, transaction })).messages.messages;
  } catch (error) {
    if (BranchError.isInstance(error)) throw new UsageError(`The branch cannot be read: ${error.message}.`, { cause: error });
    throw error;
  }
}

function written(messages: readonly Message[], format: keyof typeof codecs): readonly unknown[] {
  const responses = messages.filter((message) => message.kind === "action_response");
  try {
    return [codecs[format].write(responses)].flat();
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
