import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sqliteJournal } from "@acta/journal-sqlite";
import { createActionRequest, createActionResponse, createMessage, type Message } from "@acta/messages";
import { describe, expect, test } from "vitest";
import { hello, journalOf, json, lines, shell } from "./journal-support.js";
import { app, readJsonLines, temporaryFolder, writeLog } from "./support.js";

const request = (id: string) => createActionRequest({ id, createdAt: 1, function: "add", arguments: {}, correlationId: id });
const answered = (id: string) => ({ ...request(id), content: { ...request(id).content, actionResponseId: `${id}/r` } });
const response = (id: string) => createActionResponse({ id: `${id}/r`, createdAt: 2, request: request(id), output: 0 });
const say = (id: string) => createMessage({ id, createdAt: 1, role: "user", content: "\u202e" });

const inLines = (messages: readonly unknown[]) => messages.map((message) => `${JSON.stringify(message)}\n`).join("");
function file(content: string): string {
  const path = join(temporaryFolder(), "history.jsonl");
  writeFileSync(path, content);
  return path;
}
const doctor = (...argv: string[]) => app(["history", "doctor", ...argv], { now: () => 9 });
const kinds = (text: string) => lines(text).map((line) => (JSON.parse(line) as Message).id);

describe("a file", () => {
  const healthy = [say("m"), answered("q"), response("q")];
  const faulty = [response("q"), say("m"), answered("q"), request("c1"), response("q"), response("gone")];

  test.each([
    ["JSON lines", inLines(healthy)],
    ["a list", JSON.stringify(healthy)],
    ["nothing", ""],
  ])("of %s that is healthy: 0, and nothing is written", async (_name, content) => {
    const path = file(content);
    const out = join(temporaryFolder(), "out");
    const { status, stdout, stderr } = await doctor(path, "--write", out);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^\d messages, 0 faults, 0 waiting for approval: healthy\.\n$/);
    expect([existsSync(out), readFileSync(path, "utf8")]).toEqual([false, content]);
  });

  test("with faults: 4 where they are only looked at, and each is said", async () => {
    const path = file(inLines(faulty));
    const { status, stdout } = await doctor(path);
    expect(status).toBe(4);
    expect(lines(stdout)).toEqual([
      "Message 1, q/r, is not where its turn is answered; it is moved there (misplaced_response).",
      "Message 4, c1, is a request that nobody answered; it is answered with an error (missing_response).",
      "Message 5, q/r, stands there again; the later one goes (repeated_message).",
      "Message 6, gone/r, is a response without its request, which is written again (missing_request).",
      "6 messages, 4 faults, 0 waiting for approval: faulty.",
      "Nothing was written: give a new file with --write.",
    ]);
    expect(readFileSync(path, "utf8")).toBe(inLines(faulty));
  });

  test("with faults: 3 where the repair is stored, in a new file that is healthy", async () => {
    const path = file(inLines(faulty));
    const out = join(temporaryFolder(), "out.jsonl");
    const { status, stdout } = await doctor(path, "--write", out, "--json");
    expect(status).toBe(3);
    const printed = json(stdout);
    expect(printed.map(({ type }) => type)).toEqual([...Array(4).fill("finding"), "added", "added", "removed", "summary"]);
    expect(printed[6]).toEqual({ type: "removed", message: response("q") });
    expect(printed.at(-1)).toMatchObject({ state: "repaired", messages: 6, findings: 4, added: 2, removed: 1, stored: out });
    expect(kinds(readFileSync(out, "utf8"))).toEqual(["m", "q", "c1", "gone", "gone/r", "q/r", "c1/response"]);
    expect(readFileSync(path, "utf8")).toBe(inLines(faulty));
    expect((await doctor(out)).status).toBe(0);
  });

  test("a list stays a list", async () => {
    const out = join(temporaryFolder(), "out.json");
    expect((await doctor(file(JSON.stringify(faulty)), "--write", out)).status).toBe(3);
    expect(JSON.parse(readFileSync(out, "utf8"))).toHaveLength(7);
  });

  test("--dry-run writes nothing", async () => {
    const out = join(temporaryFolder(), "out");
    expect((await doctor(file(inLines(faulty)), "--write", out, "--dry-run")).status).toBe(4);
    expect(existsSync(out)).toBe(false);
  });

  test.each<[string, () => string[], RegExp]>([
    ["is not there", () => ["/none"], /^The history \/none does not exist\.$/],
    ["is no JSON", () => [file(`${inLines(healthy)}{"kind":`)], /cannot be used: line 4 is not JSON at column 9\.$/],
    ["is a list that is no JSON", () => [file("[\n  {},\n]")], /cannot be used: its text is not JSON at line 3, column 1\.$/],
    [
      "has something else in it",
      () => [file(inLines([...healthy, { role: "tool" }]))],
      /cannot be used: What stands at 3 is no message\.\nA history has messages, .*entries\.$/,
    ],
    ["has a prototype for a message", () => [file('{"__proto__":{"kind":"message"},"id":"m"}')], /What stands at 0 is no message\.$/m],
    ["has another JSON value", () => [file("null")], /What stands at 0 is no message\.$/m],
    ["has a depth bomb", () => [file(`{"id":${"[".repeat(5_000)}${"]".repeat(5_000)}}`)], /What stands at 0 is no message\.$/m],
    ["would be overwritten", () => [file(inLines(faulty)), "--write", file("mine")], /exists; it is never overwritten\.$/],
    [
      "would be written where nothing is",
      () => [file(inLines(faulty)), "--write", "/none/out"],
      /cannot be created: there is no folder \/none\. \(no_folder\)$/,
    ],
  ])("that %s: 2, and a sentence", async (_name, argv, sentence) => {
    const { status, stdout, stderr } = await doctor(...argv());
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr.trimEnd()).toMatch(sentence);
  });

  test.skipIf(process.getuid?.() === 0)("in a folder that takes no file: 2", async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o500);
    expect(await doctor(file(inLines(faulty)), "--write", join(folder, "out"))).toMatchObject({ status: 2 });
  });
});

describe("a branch of a journal", () => {
  const asked = (callId: string, name: string) => ({ callId, requestId: `${callId}/request`, function: name, arguments: {} });

  /** A turn of which one call ended, one was cut off and one never began, and a request of the host's own that nobody answered. */
  async function cutOff() {
    const { database } = await journalOf([hello]);
    const journal = sqliteJournal({ path: database });
    const append = (id: string, kind: string, body: object, more: object = {}) =>
      journal.append("dead", [{ id, kind, at: 1, body: body as never, ...more }]);
    for (const [index, callId] of ["c2", "c1", "c3"].entries()) {
      const batch = { id: "turn", index, size: 3 };
      const proposed = {
        ...asked(callId, "save_note"),
        correlationId: callId,
        parentCallId: null,
        isRedacted: false,
        message: null,
        batch,
      };
      await append(`${callId}:proposed`, "call.proposed", proposed, { opens: callId });
      if (callId === "c3") continue;
      await append(`${callId}:1:intended`, "call.intended", {
        ...asked(callId, "save_note"),
        attempt: 1,
        effect: "unsafe",
        idempotencyKey: callId,
        decision: null,
      });
    }
    const execution = { status: "completed", duration: 1, response: "saved", error: null, retryable: null };
    const event = { id: "c2:1", createdAt: 1, metadata: {}, execution, function: "save_note", arguments: {} };
    const settled = {
      callId: "c2",
      attempt: 1,
      requestId: "c2/request",
      event,
      outcome: { kind: "succeeded", executed: "yes" },
      decision: null,
    };
    await append("c2:1:settled", "call.settled", settled, { settles: "c2" });
    await append("own:message", "message.added", request("own"));
    const entries = async () => (await journal.read("dead")).entries;
    return { database, journal, entries };
  }
  const look = (database: string, ...options: string[]) => doctor("--journal", database, "--branch", "dead", ...options);

  test("that is healthy: 0, and its record is as it was", async () => {
    const { database, branches } = await journalOf([hello, shell]);
    const before = readFileSync(database);
    const { status, stdout } = await doctor("--journal", database, "--branch", branches[0] ?? "");
    expect({ status, stdout }).toEqual({ status: 0, stdout: "4 messages, 0 faults, 0 waiting for approval: healthy.\n" });
    expect(readFileSync(database)).toEqual(before);
  });

  test("B01: what was cut off is answered, the rest untouched; what was recorded stays, and a second look finds nothing", async () => {
    const { database, entries, journal } = await cutOff();
    const before = await entries();
    const { status, stdout } = await look(database, "--json");
    expect(status).toBe(3);
    const printed = json(stdout);
    expect(printed.filter(({ type }) => type === "finding").map(({ code, messageId }) => `${code} ${messageId}`)).toEqual([
      "missing_response c1/request",
      "missing_response c3/request",
      "missing_response own",
    ]);
    const errors = printed.flatMap(({ type, message }) =>
      type === "added" ? [(message as { content: { error: { code: string } } }).content.error.code] : [],
    );
    expect(errors).toEqual(["lost", "never_started", "lost"]);
    const after = await entries();
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.slice(before.length).map(({ kind }) => kind)).toEqual(["call.settled", "call.settled", "message.added"]);

    expect((await look(database)).status).toBe(0);
    expect(await entries()).toEqual(after);
    const { stdout: exported } = await app(["history", "--journal", database, "--branch", "dead", "--format", "openai-chat", "--json"]);
    expect(json(exported).map(({ role, tool_call_id }) => tool_call_id ?? role)).toEqual([
      "assistant",
      "c2",
      "c1",
      "c3",
      "assistant",
      "own",
    ]);
    await journal.close();
  });

  test("--dry-run only looks", async () => {
    const { database, entries, journal } = await cutOff();
    const before = await entries();
    const { status, stdout } = await look(database, "--dry-run");
    expect(status).toBe(4);
    expect(stdout).toContain("5 messages, 3 faults");
    expect(await entries()).toEqual(before);
    await journal.close();
  });

  test("that a process holds is left as it is, and said", async () => {
    const { database, entries, journal } = await cutOff();
    const before = await entries();
    const lease = await journal.acquire("dead", { owner: "alive", ttlMs: 60_000 });
    const { status, stdout } = await app(["history", "doctor", "--journal", database, "--branch", "dead"]);
    expect(status).toBe(4);
    expect(stdout).toContain("A process holds this branch");
    expect(await entries()).toEqual(before);
    await lease?.release();
    await journal.close();
  });

  test("B01: a call that waits for an approval is reported, and stays open", async () => {
    const policy = file(JSON.stringify({ mode: "rules", escalate: { Bash: ["*"] } }));
    const database = join(temporaryFolder(), "acta.db");
    const run = await app(["run", writeLog([[shell]]), "--json", "--journal", database, "--policy", policy]);
    const branch = readJsonLines(run.stdout).summary.branchId ?? "";
    const { status, stdout } = await doctor("--journal", database, "--branch", branch);
    expect({ status, stdout }).toEqual({ status: 0, stdout: "1 message, 0 faults, 1 waiting for approval: healthy.\n" });
  });

  test("of the shipped transaction: a failed call that it left open is answered", async () => {
    const database = join(temporaryFolder(), "acta.db");
    const bad = ["Edit", { file_path: "/project/none.txt", old_string: "a", new_string: "b" }] as const;
    const run = await app(["run", writeLog([[bad]]), "--json", "--journal", database, "--transaction", "shipped"]);
    const argv = ["--journal", database, "--branch", readJsonLines(run.stdout).summary.branchId ?? ""];
    expect((await doctor(...argv)).status).toBe(3);
    expect((await doctor(...argv)).status).toBe(0);
  });

  test.each<[string, () => Promise<string[]>, RegExp]>([
    ["is not there", async () => ["--journal", (await journalOf([hello])).database, "--branch", "b"], /^The record has no branch "b"\.$/],
    ["is of no journal", async () => ["--journal", file("text"), "--branch", "b"], /is no journal\.$/],
    [
      "is no record of a branch",
      async () => {
        const { database } = await journalOf([hello]);
        const journal = sqliteJournal({ path: database });
        await journal.append("junk", [{ id: "x", kind: "call.settled", at: 1, body: {} }]);
        await journal.close();
        return ["--journal", database, "--branch", "junk"];
      },
      /^The branch cannot be read: /,
    ],
  ])("that %s: 2, and a sentence", async (_name, argv, sentence) => {
    const { status, stdout, stderr } = await doctor(...(await argv()));
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr.trimEnd()).toMatch(sentence);
  });
});
