// @ts-nocheck Starts a process as the executor does, has it run a tool, and tells its id. Somebody will kill this one.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

const [name, file] = process.argv.slice(2);
const child = fork(fileURLToPath(new URL("../src/worker.js", import.meta.url)), [], { detached: true });
const context = { callId: "c", idempotencyKey: "k", attempt: 1 };
const module = new URL("tools.mjs", import.meta.url).href;
child.once("message", () => {
  child.send({ acta: "call", id: 1, module, export: name, input: JSON.stringify({ file, seconds: 60 }), maxLength: 1_000, context });
  console.log(child.pid);
});
