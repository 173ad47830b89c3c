import { readFile } from "node:fs/promises";
import { approvals } from "./approvals.js";
import { parseCommand } from "./cli.js";
import { decideApproval } from "./decide-approval.js";
import { demo } from "./demo.js";
import { doctor } from "./doctor.js";
import { dryRun } from "./dry-run.js";
import { help } from "./help.js";
import { history } from "./history.js";
import { Interruption } from "./interruption.js";
import type { Io } from "./io.js";
import { log } from "./log.js";
import { checkPolicy } from "./policy-check.js";
import { explainPolicy } from "./policy-explain.js";
import { simulatePolicy } from "./policy-simulate.js";
import { describeError, printable } from "./printable.js";
import { recoverRecord } from "./recover-record.js";
import { run } from "./run.js";
import { UsageError } from "./usage-error.js";

/** The whole program: its exit status. Never rejects. */
export async function runApp(argv: readonly string[], io: Io): Promise<number> {
  try {
    return await dispatch(argv, io);
  } catch (error) {
    if (error instanceof UsageError) {
      io.stderr.write(`${printable(error.message)}${error.code === undefined ? "" : ` (${error.code})`}\n`);
      if (error.more !== undefined) io.stderr.write(`${printable(error.more)}\n`);
      return 2;
    }
    if (error instanceof Interruption) return error.exitStatus;
    io.stderr.write(`The run failed: ${describeError(error)}\n`);
    return 1;
  }
}

async function dispatch(argv: readonly string[], io: Io): Promise<number> {
  const command = parseCommand(argv);
  switch (command.kind) {
    case "help":
      io.stdout.write(help);
      return 0;
    case "version":
      io.stdout.write(`${await version()}\n`);
      return 0;
    case "demo":
      return demo(io);
    case "run":
      return run(command, io);
    case "dry-run":
      return dryRun(command, io);
    case "log":
      return log(command, io);
    case "history":
      return history(command, io);
    case "doctor":
      return doctor(command, io);
    case "recover":
      return recoverRecord(command, io);
    case "policy-check":
      return checkPolicy(command, io);
    case "policy-explain":
      return explainPolicy(command, io);
    case "policy-simulate":
      return simulatePolicy(command, io);
    case "approvals":
      return approvals(command, io);
    case "approve":
    case "reject":
      return decideApproval(command, io);
    case "worker":
      // Redis, and what speaks to it, is for those who ask for it.
      return (await import("./workers/worker.js")).worker(command, io);
  }
}

async function version(): Promise<string> {
  const text = await readFile(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
}
