import { type ChildProcess, spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import type { Readable } from "node:stream";
import { NotExecuted } from "@acta/actions";
import { pathNames, startsWithNames } from "../workspace/path-names.js";
import { cutText } from "./cut-text.js";

/** Characters kept of each of the two outputs; the rest is read and dropped. */
const longestOutput = 30_000;
/** Milliseconds in which the outputs of a program that has ended are read to their end. Who left its group may hold them for ever. */
const lastOutputMs = 250;

export interface ProgramOptions {
  readonly folder: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface ProgramEnd {
  readonly stdout: string;
  readonly stderr: string;
  /** Null where a signal ended it. */
  readonly exitCode: number | null;
}

/**
 * Runs a program by its argument vector, without a shell, in a process group of its own, which is killed when the signal is aborted or the
 * time is over. Throws `NotExecuted` where it cannot be started.
 */
export async function runProgram(words: readonly string[], { folder, timeoutMs, signal }: ProgramOptions): Promise<ProgramEnd> {
  const [file = "", ...rest] = words;
  signal.throwIfAborted();
  const child = start(file, rest, folder);
  const closeOutputs = () => {
    child.stdout.destroy();
    child.stderr.destroy();
  };
  const stop = () => {
    killGroup(child);
    // Who left the group may still hold them.
    closeOutputs();
  };
  let lastOutput: NodeJS.Timeout | undefined;
  child.once("exit", () => {
    // Immediate: after a stall of the loop, what has arrived is read first.
    lastOutput = setTimeout(() => setImmediate(closeOutputs), lastOutputMs);
  });
  const outputs = [collect(child.stdout), collect(child.stderr)] as const;
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    stop();
  }, timeoutMs);
  signal.addEventListener("abort", stop, { once: true });
  try {
    const exitCode = await ended(child, file);
    signal.throwIfAborted();
    if (isLate) throw new Error(`The program took longer than ${timeoutMs} ms and was stopped.`);
    return { stdout: outputs[0].text(), stderr: outputs[1].text(), exitCode };
  } finally {
    clearTimeout(timer);
    clearTimeout(lastOutput);
    signal.removeEventListener("abort", stop);
  }
}

function start(file: string, rest: readonly string[], folder: string) {
  try {
    const env = programEnvironment(folder, process.env.PATH);
    return spawn(file, rest, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"], detached: true, shell: false });
  } catch (cause) {
    throw notStarted(file, cause);
  }
}

/**
 * Nothing of the host's environment but the places of programs: no credentials, no configuration. No place in the workspace either: a file
 * written there must not pass for a program that the policy allows by its name.
 */
export function programEnvironment(folder: string, places = "") {
  const outside = places.split(":").filter((place) => place.startsWith("/") && !isBelow(realPath(place), folder));
  return { PATH: outside.join(":"), HOME: folder, LANG: "C.UTF-8" };
}

const isBelow = (path: string, folder: string) => startsWithNames(pathNames(path) ?? [], pathNames(folder) ?? []);

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

const notStarted = (file: string, cause: unknown) => new NotExecuted(`The program ${file} cannot be started.`, { cause });

function ended(child: ChildProcess, file: string): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once("error", (cause) => reject(notStarted(file, cause)));
    child.once("close", resolve);
    // What the program left running in its group must not outlive the call.
    child.once("exit", () => killGroup(child));
  });
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group has ended.
  }
}

function collect(stream: Readable): { text(): string } {
  let text = "";
  let dropped = 0;
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    const kept = dropped > 0 ? "" : cutText(chunk, longestOutput - text.length);
    text += kept;
    dropped += chunk.length - kept.length;
  });
  return { text: () => (dropped > 0 ? `${text}\n(${dropped} more characters)` : text) };
}
