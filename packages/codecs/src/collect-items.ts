import type { Json } from "@acta/messages";
import { CodecError } from "./codec-error.js";
import type { CallItem, Item } from "./item.js";
import { describePath } from "./read-call.js";
import type { RecordedCall, RecordedResult } from "./tool-call.js";
import type { Transcript, TranscriptEntry } from "./transcript.js";

type Call = { -readonly [Key in keyof RecordedCall]: RecordedCall[Key] };

/** Groups calls by turn and pairs them with results: a result belongs to the latest call of its id that has none. */
export function collectItems(items: Iterable<Item>): Pick<Transcript, "turns" | "calls" | "entries"> {
  const turns = new Map<string | number, Call[]>();
  const entries: TranscriptEntry[] = [];
  const seen = new Map<string, CallItem>();
  const unanswered = new Map<string | null, Call[]>();

  for (const item of items) {
    const { path, raw } = item;
    if (item.kind === "call") {
      if (isRepeated(item, seen)) {
        entries.push({ kind: "other", path, raw });
        continue;
      }
      const call: Call = { ...item.call, recordedResult: null };
      append(turns, item.turn, call);
      append(unanswered, item.pairingKey ?? call.correlationId, call);
      entries.push({ kind: "call", path, raw, call });
    } else if (item.kind === "result") {
      const result: RecordedResult = { output: item.output, isError: item.isError };
      const call = unanswered.get(item.pairingKey ?? item.correlationId)?.pop() ?? null;
      if (call !== null) call.recordedResult = result;
      entries.push({ kind: "result", path, raw, result, call });
    } else entries.push({ kind: "other", path, raw });
  }
  const grouped = Array.from(turns.values(), (calls) => ({ calls }));
  return { turns: grouped, calls: grouped.flatMap(({ calls }) => calls), entries };
}

function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** Sources repeat themselves: a stream is logged piece by piece, a resumed session is logged again. */
function isRepeated(item: CallItem, seen: Map<string, CallItem>): boolean {
  const { correlationId } = item.call;
  if (correlationId === null) return false;
  const key = JSON.stringify([item.scope, correlationId]);
  const first = seen.get(key);
  seen.set(key, first ?? item);
  if (first === undefined) return false;
  if (sameCall(first, item)) return true;
  const message = `Two different calls have the id ${JSON.stringify(correlationId)}: at ${describePath(first.path)} and at ${describePath(item.path)}.`;
  throw new CodecError("duplicate_id", message, { path: item.path });
}

function sameCall({ call: left }: CallItem, { call: right }: CallItem): boolean {
  return left.function === right.function && sameJson(left.arguments, right.arguments);
}

function sameJson(left: Json | undefined, right: Json | undefined): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
