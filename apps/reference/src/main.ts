import { tmpdir } from "node:os";
import { runApp } from "./app.js";
import { Interruption } from "./interruption.js";

/** Milliseconds in which a second signal is the same one, delivered twice: npm passes on what the terminal sends to everybody. */
const sameSignalMs = 1_000;

const interruption = new AbortController();
let interruptedAt = 0;

for (const name of ["SIGINT", "SIGTERM"] as const) {
  process.on(name, () => {
    const reason = new Interruption(name);
    if (!interruption.signal.aborted) interruptedAt = performance.now();
    else if (performance.now() - interruptedAt > sameSignalMs) process.exit(reason.exitStatus);
    interruption.abort(reason);
  });
}

// Whoever reads the output may stop reading; the run goes on, and is recorded.
process.stdout.on("error", ignoreClosedPipe);
process.stderr.on("error", ignoreClosedPipe);

const io = { stdout: process.stdout, stderr: process.stderr, signal: interruption.signal, temporaryFolder: tmpdir() };
process.exitCode = await runApp(process.argv.slice(2), io);

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
}
