import { expectTypeOf } from "vitest";
import type { AppendResult, Entry, Journal, JournalErrorCode, Json, JsonObject, NewEntry, Page } from "./index.js";
import { memoryJournal } from "./memory.js";

// The memory journal answers without a promise, and is a journal.
const journal = memoryJournal();
expectTypeOf(journal).toExtend<Journal>();
expectTypeOf(journal.append("b", [])).toEqualTypeOf<AppendResult>();
expectTypeOf(journal.read("b")).toEqualTypeOf<Page>();

// An adapter may answer with promises.
declare const adapter: Journal;
expectTypeOf(Promise.resolve(adapter.append("b", []))).resolves.toEqualTypeOf<AppendResult>();

expectTypeOf<Entry>().toExtend<NewEntry>();
expectTypeOf<AppendResult["kind"]>().toEqualTypeOf<"appended" | "settled_already" | "fenced">();
expectTypeOf<JournalErrorCode>().toEqualTypeOf<"closed" | "invalid_entry" | "invalid_options" | "unknown_matter" | "matter_taken">();
expectTypeOf<JsonObject>().toExtend<Json>();

// @ts-expect-error a body is plain data
journal.append("b", [{ id: "a", kind: "note", at: 0, body: new Date() }]);
// @ts-expect-error an entry has an id
journal.append("b", [{ kind: "note", at: 0, body: null }]);
const [entry] = journal.read("b").entries;
// @ts-expect-error entries are read-only
if (entry) entry.kind = "other";
