// What a call costs, and what stays of it in memory, while one branch grows. A process of its own, so that its heap holds nothing else.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { nodeFlags } from "./node-flags.mjs";

/** Results in the shape of those of `measure`, with `keptBytes`: what the branch keeps of one call, or of all where it says so. */
export function growth() {
  const child = fork(fileURLToPath(new URL("growth-process.mjs", import.meta.url)), {
    execArgv: [...nodeFlags, "--max-old-space-size=6000"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  return new Promise((resolve, reject) => {
    let answer;
    child.on("message", (message) => {
      answer = message;
    });
    child.on("exit", (code) => (answer ? resolve(answer) : reject(new Error(`the growth was not measured: exit ${code}`))));
  });
}
