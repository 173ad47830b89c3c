import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readTranscriptValue } from "@acta/codecs";
import { describe, expect, test } from "vitest";
import { Interruption } from "../src/interruption.js";
import { historyFormats } from "../src/record-command.js";
import { hello, journalOf, json, lines, read, shell } from "./journal-support.js";
import { app, readJsonLines, temporaryFolder, writeLog } from "./support.js";

describe("log", () => {
  test("a line for each end in the order of the record, with time and branch", async () => {
    const { database, branches } = await journalOf([hello, shell], [hello]);
    const { status, stdout, stderr } = await app(["log", "--journal", database]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const [heads, ...rows] = lines(stdout);
    expect(heads).toMatch(/^# {2}recorded +branch +tool +call +decision +rule +outcome +time {2}result$/);
    const cells = rows.slice(0, 3).map((row) => row.split(/ {2,}/));
    expect(cells.map(([number, , branch, tool, call]) => [number, branch, tool, call])).toEqual([
      ["1", branches[0], "Write", "/project/a.txt"],
      ["2", branches[0], "Bash", "ls"],
      ["3", branches[1], "Write", "/project/a.txt"],
    ]);
    expect(cells[0]?.[1]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(rows.slice(3)).toEqual(["", "3 calls: 2 succeeded, 1 denied."]);
  });

  test("filters", async () => {
    const { database, branches } = await journalOf([hello, shell, read], [hello]);
    const tools = async (...filters: string[]) => {
      const { stdout } = await app(["log", "--journal", database, "--json", ...filters]);
      const { calls, summary } = readJsonLines(stdout);
      expect(summary.calls).toBe(calls.length);
      return calls.map(({ function: name }) => name);
    };
    expect(await tools("--tool", "Bash")).toEqual(["Bash"]);
    expect(await tools("--outcome", "succeeded")).toEqual(["Write", "Read", "Write"]);
    expect(await tools("--branch", branches[1] ?? "", "--outcome", "succeeded")).toEqual(["Write"]);
    expect(await tools("--since", "2100-01-01")).toEqual([]);
    expect(await tools("--until", "2000-01-01T00:00:00Z")).toEqual([]);
    expect(await tools("--since", "2000-01-01", "--until", "2100-01-01")).toHaveLength(4);
  });

  test("--json: where each line comes from", async () => {
    const { database, branches } = await journalOf([hello]);
    const [call, summary] = json((await app(["log", "--journal", database, "--json"])).stdout);
    expect(call).toMatchObject({ type: "call", index: 0, function: "Write", branchId: branches[0], sequence: 4, at: expect.any(Number) });
    expect(summary).toMatchObject({ type: "summary", calls: 1, outcomes: { succeeded: 1 } });
  });

  test("--follow goes on, also with branches that begin later, until it is interrupted", async () => {
    const { database } = await journalOf([hello]);
    const controller = new AbortController();
    let written = 0;
    let more = () => {};
    const shown = (count: number) =>
      new Promise<void>((resolve) => {
        more = () => written >= count && resolve();
        more();
      });
    const onOutput = () => {
      written += 1;
      more();
    };
    const following = app(["log", "--journal", database, "--follow", "--json"], { signal: controller.signal, onOutput });
    await shown(1);
    await app(["run", writeLog([[read, shell]]), "--journal", database]);
    await shown(3);
    controller.abort(new Interruption("SIGINT"));
    const { status, stdout, stderr } = await following;
    expect({ status, stderr }).toEqual({ status: 130, stderr: "" });
    expect(json(stdout).map(({ type, function: name }) => `${type} ${name}`)).toEqual(["call Write", "call Read", "call Bash"]);
  });

  test("reads JSON lines too", async () => {
    const { stdout } = await app(["run", writeLog([[hello, shell]]), "--json"]);
    const record = readJsonLines(stdout).summary.record ?? "";
    expect(readJsonLines((await app(["log", "--record", record, "--json"])).stdout).calls).toHaveLength(2);
    writeFileSync(record, "torn");
    expect(await app(["log", "--record", record])).toMatchObject({ status: 2, stderr: expect.stringMatching(/is torn/) });
    expect(await app(["log", "--record", "/none"])).toMatchObject({ status: 2, stderr: "The record /none cannot be read (ENOENT).\n" });
  });

  test.each([
    ["settles a call twice", "settled", { id: "other", sequence: 5 }],
    ["settles what nothing opened", "settled", { id: "other", sequence: 5, settles: "none" }],
    ["has no kind", "proposed", { id: "other", kind: null, opens: "other" }],
  ])("a file of JSON lines of which one %s is no record: 2", async (_, kind, change) => {
    const { stdout } = await app(["run", writeLog([[hello]]), "--json"]);
    const record = readJsonLines(stdout).summary.record ?? "";
    const entry = json(readFileSync(record, "utf8")).find((one) => one.kind === `call.${kind}`);
    appendFileSync(record, `${JSON.stringify({ ...entry, ...change })}\n`);
    const sentence = new RegExp(`^The record ${record} cannot be used: .*\\. \\(invalid_entry\\)\\n$`);
    expect(await app(["log", "--record", record])).toMatchObject({ status: 2, stdout: "", stderr: expect.stringMatching(sentence) });
  });
});

describe("history", () => {
  test("the messages of a branch, for people and as JSON lines", async () => {
    const { database, branches } = await journalOf([hello], [hello, shell]);
    const argv = ["history", "--journal", database, "--branch", branches[1] ?? ""];
    const [heads, ...rows] = lines((await app(argv)).stdout);
    expect(heads).toMatch(/^created +kind +tool +content$/);
    expect(rows.map((row) => row.split(/ {2,}/).slice(1, 3).join(" "))).toEqual([
      "action_request Write",
      "action_response Write",
      "action_request Bash",
      "action_response Bash",
    ]);
    const messages = json((await app([...argv, "--json"])).stdout);
    expect(messages.map(({ kind }) => kind)).toEqual(["action_request", "action_response", "action_request", "action_response"]);
  });

  test.each(historyFormats.filter((format) => format !== "messages"))(
    "what a model is told, as %s: every call with its result",
    async (format) => {
      const { database, branches } = await journalOf([hello, shell]);
      const argv = ["history", "--journal", database, "--branch", branches[0] ?? "", "--format", format];
      const { status, stdout, stderr } = await app([...argv, "--json"]);
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      const written = json(stdout);
      const { calls } = readTranscriptValue(written);
      expect(calls.map((call) => [call.function, JSON.stringify(call.recordedResult)])).toEqual([
        ["Write", expect.stringContaining("Created")],
        ["Bash", expect.stringContaining("denied")],
      ]);
      if (format !== "mistral") expect(calls.map(({ correlationId }) => correlationId)).toEqual(["toolu_1", "toolu_2"]);
      // For people, the same in many lines.
      expect(JSON.parse(`[${(await app(argv)).stdout.replaceAll("\n}\n{", "\n},\n{")}]`)).toEqual(written);
    },
  );

  test("--max-output cuts what a model is told, and not what is recorded", async () => {
    const { database, branches } = await journalOf([hello, read]);
    const argv = ["history", "--journal", database, "--branch", branches[0] ?? "", "--json"];
    const cut = await app([...argv, "--format", "openai-chat", "--max-output", "3"]);
    expect(cut.stdout.match(/\[cut: the first 3 of \d+ characters\]/g)).toHaveLength(2);
    expect((await app(argv)).stdout).not.toContain("[cut");
  });

  test("a call that waits for an approval has an interim answer, which is stored nowhere", async () => {
    const policy = join(temporaryFolder(), "policy.json");
    writeFileSync(policy, JSON.stringify({ mode: "rules", escalate: { Bash: ["*"] }, allow: { Write: ["*"] } }));
    const database = join(temporaryFolder(), "acta.db");
    const run = await app(["run", writeLog([[hello, shell]]), "--json", "--journal", database, "--policy", policy]);
    const argv = ["history", "--journal", database, "--branch", readJsonLines(run.stdout).summary.branchId ?? "", "--json"];
    const written = json((await app([...argv, "--format", "openai-chat"])).stdout);
    expect(written.at(-1)).toMatchObject({
      role: "tool",
      tool_call_id: "toolu_2",
      content: expect.stringMatching(/^This call waits for an approval and has not run: /),
    });
    expect(json((await app(argv)).stdout).map(({ kind }) => kind)).toEqual(["action_request", "action_response", "action_request"]);
  });

  test("of the shipped transaction, and from JSON lines", async () => {
    const { stdout } = await app(["run", writeLog([[hello]]), "--json", "--transaction", "shipped"]);
    const { record, branchId } = readJsonLines(stdout).summary;
    const { stdout: printed } = await app(["history", "--record", record ?? "", "--branch", branchId ?? "", "--json"]);
    expect(json(printed).map(({ kind }) => kind)).toEqual(["action_request", "action_response"]);
  });

  test("an unknown branch is said", async () => {
    const { database } = await journalOf([hello]);
    for (const command of ["history", "log"]) {
      const run = await app([command, "--journal", database, "--branch", "b"]);
      expect(run).toMatchObject({ status: 2, stdout: "", stderr: 'The record has no branch "b".\n' });
    }
  });
});
