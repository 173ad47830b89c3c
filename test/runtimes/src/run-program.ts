import { execFile } from "node:child_process";

export interface Ended {
  readonly succeeded: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

const quiet = { NO_COLOR: "1", DO_NOT_TRACK: "1", DENO_NO_UPDATE_CHECK: "1" };
const options = { timeout: 180_000, maxBuffer: 2 ** 26, shell: process.platform === "win32", env: { ...process.env, ...quiet } };

/** Runs a program to its end. Never throws for what the program did. */
export function runProgram(program: string, arguments_: readonly string[], folder: string): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(program, arguments_, { ...options, cwd: folder }, (error, stdout, stderr) => {
      resolve({ succeeded: error === null, stdout, stderr: error && stdout + stderr === "" ? error.message : stderr });
    });
  });
}
