import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
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

// Whoever reads the output may stop reading, or have no room for it; the run goes on, and is recorded.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE" || process.exitCode) return;
  process.exitCode = 1;
  process.stderr.write(`The output cannot be written (${error.code}).\n`);
});
process.stderr.on("error", () => {});

const io = {
  stdout: process.stdout,
  stderr: process.stderr,
  signal: interruption.signal,
  temporaryFolder: tmpdir(),
  program: fileURLToPath(import.meta.url),
};
const status = await runApp(process.argv.slice(2), io);
process.exitCode = status || process.exitCode;
