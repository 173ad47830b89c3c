import { type ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { NotExecuted } from "@acta/actions";

/** Characters kept of each of the two outputs; the rest is read and dropped. */
const longestOutput = 30_000;

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
  const child = spawn(file, rest, {
    cwd: folder,
    env: environment(folder),
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
    shell: false,
  });
  const stop = () => {
    killGroup(child);
    // Who left the group may still hold them.
    child.stdout.destroy();
    child.stderr.destroy();
  };
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
    signal.removeEventListener("abort", stop);
  }
}

/** Nothing of the host's environment but the places of programs: no credentials, no configuration. */
const environment = (folder: string) => ({ PATH: process.env.PATH, HOME: folder, LANG: "C.UTF-8" });

function ended(child: ChildProcess, file: string): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once("error", (cause) => reject(new NotExecuted(`The program ${file} cannot be started.`, { cause })));
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
    const room = longestOutput - text.length;
    text += chunk.slice(0, room);
    dropped += Math.max(chunk.length - room, 0);
  });
  return { text: () => (dropped > 0 ? `${text}\n(${dropped} more characters)` : text) };
}
