import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ToolContext } from "@acta/actions";
import { onTestFinished } from "vitest";
import { runApp } from "../src/app.js";

/** A folder that is gone after the test; its path has no link in it. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "acta-reference-test-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface AppRun {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Where the app made its own temporary folders. */
  readonly temporary: string;
}

/** Runs the app in this process. */
export async function app(
  argv: readonly string[],
  options: { readonly signal?: AbortSignal; readonly isTTY?: boolean; readonly now?: () => number; readonly onOutput?: () => void } = {},
): Promise<AppRun> {
  const temporary = temporaryFolder();
  const written = { stdout: "", stderr: "" };
  const output = (name: keyof typeof written) => ({
    write(text: string) {
      written[name] += text;
      options.onOutput?.();
    },
    isTTY: options.isTTY,
  });
  const signal = options.signal ?? new AbortController().signal;
  const io = { stdout: output("stdout"), stderr: output("stderr"), signal, temporaryFolder: temporary, program: "", now: options.now };
  const status = await runApp(argv, io);
  return { status, ...written, temporary };
}

export type ToolUse = readonly [name: string, input: object];

/** Lines of a session log: a turn for each list of calls, whose ids count from `toolu_1`. */
export function sessionLog(turns: readonly (readonly ToolUse[])[], cwd: string | undefined = "/project"): string {
  let count = 0;
  const lines = turns.map((calls, index) => ({
    type: "assistant",
    cwd,
    message: {
      id: `msg_${index + 1}`,
      role: "assistant",
      content: calls.map(([name, input]) => ({ type: "tool_use", id: `toolu_${++count}`, name, input })),
    },
  }));
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

export function writeLog(turns: readonly (readonly ToolUse[])[], cwd?: string): string {
  const path = join(temporaryFolder(), "log.jsonl");
  writeFileSync(path, sessionLog(turns, cwd));
  return path;
}

export interface CallLine {
  readonly type: "call";
  readonly index: number;
  readonly requestId: string | null;
  readonly correlationId: string | null;
  readonly callId: string | null;
  readonly function: string;
  readonly decision: {
    readonly kind: string;
    readonly policy: string | null;
    readonly rule: string | null;
    readonly reason: string | null;
  } | null;
  readonly outcome: {
    readonly kind: string;
    readonly executed: string;
    readonly error: { readonly code: string; readonly message: string } | null;
  } | null;
  readonly durationMs: number;
}

export interface SummaryLine {
  readonly type: "summary";
  readonly calls: number;
  readonly requests: number;
  readonly responses: number;
  readonly pending: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly record: string | null;
  readonly branchId: string | null;
  readonly transaction: string;
}

/** What `--json` printed. */
export function readJsonLines(stdout: string): { readonly calls: readonly CallLine[]; readonly summary: SummaryLine } {
  const lines = stdout.split("\n");
  if (lines.pop() !== "") throw new Error("the last line has no end");
  const values = lines.map((line) => JSON.parse(line) as CallLine | SummaryLine);
  const summary = values.pop();
  if (summary?.type !== "summary") throw new Error("the last line is no summary");
  return { summary, calls: values.filter((value) => value.type === "call") };
}

/** What a tool is told of its call. */
export function toolContext(signal: AbortSignal = new AbortController().signal): ToolContext {
  return { callId: "call", idempotencyKey: "call", attempt: 1, signal };
}

/** The path of a file with a policy. */
export function writePolicy(policy: object): string {
  const path = join(temporaryFolder(), "policy.json");
  writeFileSync(path, JSON.stringify(policy));
  return path;
}

/** A policy that allows everything, so that only the tools' own policies are left. */
export const permissivePolicy = () => writePolicy({ mode: "allow_all" });
