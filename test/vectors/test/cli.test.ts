import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ExitCode, runCli } from "../src/cli.js";

const when = (tool: string) => ({ op: "event", tool, arguments: {}, steps: ["construct", "invoke"] });
const given = { tools: [{ tool: "give", params: [], behaviour: [{ return: 1 }] }] };
const event = { function: "give", arguments: {}, status: "completed", response: 1, error: null };
const good = { id: "V-1", given, when: when("give"), then_corrected: { event, raised: null, toolRuns: 1 } };
const bad = { ...good, id: "V-2", then_corrected: { event: { ...event, response: 2 }, raised: null, toolRuns: 1 } };
const unrunnable = { ...good, id: "V-3", when: { op: "act", requests: { $tuple: [] } } };

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "vectors-"));
});
afterAll(() => rm(root, { recursive: true }));

let directories = 0;
async function directory(files: { readonly [name: string]: unknown }): Promise<string> {
  const path = join(root, String(directories++));
  await mkdir(join(path, "corrected"), { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(path, name), typeof content === "string" ? content : JSON.stringify(content));
  }
  return path;
}

async function run(...argv: readonly string[]): Promise<{ code: ExitCode; lines: string[]; complaints: string[] }> {
  const lines: string[] = [];
  const complaints: string[] = [];
  const code = await runCli(argv, { line: (text) => lines.push(text), complaint: (text) => complaints.push(text) });
  return { code, lines, complaints };
}

const corrected = async (files: { readonly [name: string]: unknown }, ...options: readonly string[]) =>
  run("--transaction", "corrected", "--dir", await directory(files), ...options);

describe("the directory", () => {
  test("may name its files as it likes, and keep expectations beside or in the vectors", async () => {
    const { then_corrected, ...vector } = good;
    const files = {
      "any.json": { vectors: [vector] },
      "more.json": [{ ...good, id: "V-4" }],
      "corrected/other.json": [{ id: "V-1", then_corrected }],
    };
    expect(await corrected(files)).toEqual({ code: 0, lines: ["2 passed, 0 failed, 0 skipped"], complaints: [] });
  });

  test.each([
    ["is empty", {}, /^There are no vectors .*\.$/],
    ["has no expectations", { "a.json": [{ id: "V-1", given, when: when("give") }] }, /^There are no vectors .*\.$/],
    ["holds broken JSON", { "a.json": "[{" }, /^The file .*a\.json is not readable JSON\.$/],
    ["holds something else", { "a.json": { name: "package" } }, /^The file .*a\.json holds no list of vectors\.$/],
    ["has an expectation that is no object", { "a.json": [{ ...good, then_corrected: [] }] }, /^A vector .*\.$/],
  ])("ends with 2 when it %s", async (_, files, sentence) => {
    const { code, lines, complaints } = await corrected(files);
    expect({ code, lines }).toEqual({ code: 2, lines: [] });
    expect(complaints).toEqual([expect.stringMatching(sentence)]);
  });

  test("ends with 2 when there is none", async () => {
    const { code, lines, complaints } = await run("--transaction", "corrected", "--dir", join(root, "nowhere"));
    expect({ code, lines }).toEqual({ code: 2, lines: [] });
    expect(complaints).toEqual([expect.stringMatching(/^The directory .*nowhere cannot be read\.$/)]);
  });
});

describe("the end", () => {
  test("is 1 when a vector failed", async () => {
    const { code, lines } = await corrected({ "a.json": [good, bad] });
    expect(code).toBe(1);
    expect(lines).toEqual(["FAIL V-2 /event/response: expected 2, got 1", "1 passed, 1 failed, 0 skipped"]);
  });

  test("is 1 when an expectation has no vector", async () => {
    const { code, lines } = await corrected({ "corrected/a.json": [{ id: "V-9", then_corrected: {} }] });
    expect(code).toBe(1);
    expect(lines).toEqual(["FAIL V-9 : there is no vector with this id", "0 passed, 1 failed, 0 skipped"]);
  });

  test.each([
    [19, 0],
    [18, 1],
  ])("with one skipped beside %i that passed is %i", async (count, expected) => {
    const passing = Array.from({ length: count }, (_, index) => ({ ...good, id: `V-${index}` }));
    const { code, lines } = await corrected({ "a.json": [...passing, { ...unrunnable, id: "V-X" }] });
    expect(code).toBe(expected);
    expect(lines).toEqual([expect.stringMatching(/^SKIP V-X tuple of requests: /), `${count} passed, 0 failed, 1 skipped`]);
  });
});

test("as JSON there is an object per vector and one with the counts, and nothing else", async () => {
  const { code, lines, complaints } = await corrected({ "a.json": [good, bad, unrunnable] }, "--json");
  expect({ code, complaints }).toEqual({ code: 1, complaints: [] });
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { id: "V-1", status: "passed", reason: null, pointer: null },
    { id: "V-2", status: "failed", reason: "expected 2, got 1", pointer: "/event/response" },
    { id: "V-3", status: "skipped", reason: expect.stringMatching(/^tuple of requests/), pointer: null },
    { type: "summary", passed: 1, failed: 1, skipped: 1 },
  ]);
});

test("the shipped transaction is the default, and is compared with then, or else then_shipped", async () => {
  const event = { function: "give", arguments: {}, status: "pending", response: null, error: null, duration: { $value: "unset" } };
  const vector = { id: "V-1", given, when: { op: "event", tool: "give", arguments: {}, steps: ["construct"] } };
  const seen = { steps: [{ do: "construct", event }] };
  const observed = (key: string, value: object) => ({ [key]: value });
  const files = {
    "a.json": [
      { ...vector, ...observed("then", seen), then_shipped: {} },
      { ...vector, id: "V-2", then_shipped: seen, then_fixed: {} },
      { ...vector, id: "V-3", ...observed("then", { steps: [] }) },
      { ...vector, id: "V-4", then_corrected: {} },
    ],
  };
  const { code, lines } = await run("--dir", await directory(files));
  expect(code).toBe(1);
  expect(lines).toEqual([expect.stringMatching(/^FAIL V-3 \/steps\/0: /), "2 passed, 1 failed, 0 skipped"]);
  const { complaints } = await run("--dir", await directory({ "a.json": [{ ...vector, then_corrected: {} }] }));
  expect(complaints).toEqual([expect.stringMatching(/^There are no vectors with a then or a then_shipped in .*\.$/)]);
});

test.each([
  ["another transaction", ["--transaction", "imagined"], /no transaction imagined/],
  ["an unknown option", ["--transaction", "corrected", "--fast"], /--fast/],
  ["an option without a value", ["--transaction"], /--transaction/],
  ["a bare word", ["corrected"], /corrected/],
])("%s ends with 2 and one sentence", async (_, argv, text) => {
  const { code, lines, complaints } = await run(...argv);
  expect({ code, lines }).toEqual({ code: 2, lines: [] });
  expect(complaints).toEqual([expect.stringMatching(text)]);
  expect(complaints[0]).toMatch(/^[A-Z].*[^\n]\.$/);
});
