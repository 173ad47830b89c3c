import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readTranscript, readTranscriptValue } from "@acta/codecs";
import { describe, expect, test } from "vitest";
import { readJournalFile } from "../src/journal-file.js";
import { historyFormats } from "../src/record-command.js";
import { app, readJsonLines } from "./support.js";

/** Recorded answers of providers and sessions of agents; not a part of this repository. */
const folder = process.env.ACTA_REAL_INPUTS ?? join(import.meta.dirname, "../../../../shared/real");
const isThere = existsSync(folder);
if (!isThere) console.warn(`SKIPPED: there are no real inputs at ${folder}; set ACTA_REAL_INPUTS to their folder.`);

const filesIn = (group: string, names: RegExp) =>
  isThere ? readdirSync(join(folder, group)).flatMap((name) => (names.test(name) ? [join(folder, group, name)] : [])) : [];
const readable = [...filesIn("provider-responses", /\.json$/), ...filesIn("transcripts", /\.jsonl?$/)];
const webSession = join(folder, "transcripts/claude-code-web-session.json");
const known = new Set(["Read", "Write", "Edit", "Glob", "Grep", "Bash"]);

async function runFile(file: string) {
  const run = await app(["run", file, "--json"]);
  const { calls, summary } = readJsonLines(run.stdout);
  return { ...run, calls, summary, workspace: join(dirname(summary.record ?? ""), "workspace") };
}

describe.skipIf(!isThere)("real inputs", () => {
  test("there are some of each format", () => {
    expect(new Set(readable.map((file) => readTranscript(readFileSync(file, "utf8")).format))).toEqual(
      new Set([
        "anthropic-messages",
        "bedrock-converse",
        "claude-code",
        "google-generate-content",
        "openai-chat",
        "openai-responses",
        "swe-agent",
      ]),
    );
  });

  test.each(readable)("%s runs to its end: each call one outcome, unknown tools rejected", async (file) => {
    const expected = readTranscript(readFileSync(file, "utf8")).calls;
    const { status, stderr, calls, summary, temporary } = await runFile(file);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(calls.map((call) => [call.function, call.correlationId])).toEqual(expected.map((call) => [call.function, call.correlationId]));
    for (const call of calls) {
      expect(call.outcome).not.toBeNull();
      if (!known.has(call.function)) expect(call.outcome).toMatchObject({ kind: "rejected", error: { code: "unknown_tool" } });
    }
    expect(summary).toMatchObject({ calls: expected.length, requests: expected.length, responses: expected.length, pending: 0 });
    expect(Object.values(summary.outcomes).reduce((sum, count) => sum + count)).toBe(expected.length);
    expect(readdirSync(temporary)).toHaveLength(1);
  });

  test.each(readable)(
    "%s, run, and out again as a model is told it: the same calls in the same order, each with one result",
    async (file) => {
      const { calls, summary } = await runFile(file);
      const argv = ["history", "--record", summary.record ?? "", "--branch", summary.branchId ?? "", "--json"];
      for (const format of historyFormats) {
        if (format === "messages") continue;
        const { status, stdout } = await app([...argv, "--format", format]);
        expect(status).toBe(0);
        const written = readTranscriptValue(
          stdout
            .trimEnd()
            .split("\n")
            .map((line) => JSON.parse(line)),
        );
        expect(written.calls.map((call) => [call.function, call.recordedResult !== null])).toEqual(
          calls.map((call) => [call.function, true]),
        );
        const ids = calls.map(({ correlationId }) => correlationId);
        const areKept = new Set(ids).size === ids.length && !ids.includes(null) && format !== "mistral";
        if (areKept) expect(written.calls.map(({ correlationId }) => correlationId)).toEqual(ids);
      }
    },
  );

  test("the file of the first session is exactly what its Edit created", async () => {
    const file = join(folder, "transcripts/claude-code-1.jsonl");
    const [edit] = readTranscript(readFileSync(file, "utf8")).calls.map((call) => call.arguments as { readonly new_string: string });
    const { calls, workspace } = await runFile(file);
    expect(readFileSync(join(workspace, "decorator_example.py"))).toEqual(Buffer.from(edit?.new_string ?? ""));
    expect(calls.map(({ outcome, decision }) => [outcome?.kind, decision?.rule])).toEqual([
      ["succeeded", "allow.Edit[0]"],
      ["denied", "default"],
    ]);
  });

  test("the files that the web session's Write and Edit calls leave have the bytes that they must have", async () => {
    const file = webSession;
    const { calls, workspace } = await runFile(file);
    const expected = new Map<string, string>();
    const outcomes = readTranscript(readFileSync(file, "utf8")).calls.map(({ function: name, arguments: given }) => {
      const { file_path, content, old_string, new_string } = given as { readonly [key: string]: string };
      if (name === "Write") expected.set(String(file_path), String(content));
      if (name !== "Edit") return null;
      const parts = expected.get(String(file_path))?.split(String(old_string));
      if (parts?.length !== 2) return "failed";
      expected.set(String(file_path), parts.join(String(new_string)));
      return "succeeded";
    });
    expect(outcomes.filter((outcome) => outcome !== null)).toEqual(["succeeded", "failed", "succeeded"]);
    expect(calls.map(({ outcome }, index) => (outcomes[index] === null ? null : outcome?.kind))).toEqual(outcomes);

    expect([...expected.keys()]).toEqual(["/project/math_utils.py"]);
    expect(readdirSync(workspace, { recursive: true })).toEqual(["math_utils.py"]);
    expect(readFileSync(join(workspace, "math_utils.py"))).toEqual(Buffer.from(expected.get("/project/math_utils.py") ?? ""));
  });

  describe("the shipped transaction", () => {
    const runShipped = async (file: string, ...options: readonly string[]) => {
      const run = await app(["run", file, "--json", "--transaction", "shipped", ...options]);
      return { ...run, ...readJsonLines(run.stdout) };
    };

    test.each(["sequential", "concurrent"])(
      "the web session, %s: a failed Edit counts as succeeded, and its request stays open",
      async (strategy) => {
        const { status, stderr, calls, summary } = await runShipped(webSession, "--strategy", strategy);
        expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
        expect(calls.map((call) => [call.function, call.decision?.kind, call.outcome?.kind])).toEqual([
          ["Write", "allow", "succeeded"],
          ["Bash", "deny", "denied"],
          ["TodoWrite", "deny", "denied"],
          ["Bash", "deny", "denied"],
          ["Bash", "deny", "denied"],
          ["Glob", "allow", "succeeded"],
          ["Edit", "allow", "succeeded"],
          ["Grep", "allow", "succeeded"],
          ["Bash", "deny", "denied"],
          ["Edit", "allow", "succeeded"],
          ["Bash", "deny", "denied"],
          ["Edit", "allow", "succeeded"],
        ]);
        const asked = readTranscript(readFileSync(webSession, "utf8")).calls;
        expect(calls.map(({ correlationId }) => correlationId)).toEqual(asked.map(({ correlationId }) => correlationId));
        expect(calls.filter(({ durationMs }) => durationMs > 0).map(({ index }) => index)).toEqual([0, 5, 6, 7, 9, 11]);
        expect(new Set(calls.flatMap(({ callId, requestId }) => [callId, requestId])).size).toBe(24);
        expect(summary).toMatchObject({ calls: 12, requests: 12, responses: 11, pending: 0, transaction: "shipped" });
        expect(summary.outcomes).toMatchObject({ succeeded: 6, failed: 0, rejected: 0, denied: 6 });

        const entries = readJournalFile(summary.record ?? "");
        const logged = entries.flatMap(({ kind, body }) =>
          kind === "call.logged" ? [body as { readonly execution: { readonly status: string } }] : [],
        );
        expect(logged.map(({ execution }) => execution.status).sort()).toEqual([...Array(5).fill("completed"), "failed"]);
      },
    );

    test.each(readable)("%s runs to its end, and --dry-run decides the same", async (file) => {
      const { status, stderr, calls, summary } = await runShipped(file);
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      expect(Object.values(summary.outcomes).reduce((sum, count) => sum + count)).toBe(summary.calls);
      const dry = await runShipped(file, "--dry-run");
      expect(dry.calls.map(({ decision }) => decision?.kind)).toEqual(calls.map(({ decision }) => decision?.kind));
      expect(dry.summary).toMatchObject({ record: null, requests: 0, transaction: "shipped" });
    });
  });
});
