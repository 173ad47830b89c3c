import { chromium } from "./chromium.js";
import { commandLine } from "./command-line.js";
import { fromNpm } from "./from-npm.js";
import type { Missing, Runtime } from "./runtime.js";

type Find = () => Promise<Runtime | Missing>;

/** Where the neutral packages have to run. */
export const runtimes: readonly Find[] = [
  node("20.20.2"),
  node("22.23.3"),
  node("24.21.0"),
  () => installed("Bun", "bun", "1.4.4", ["run"]),
  () => installed("Deno", "deno", "2.9.6", ["run", "--no-config"]),
  chromium,
];

/** The Node that runs this, where it has the right major version. */
function node(version: string): Find {
  const [major] = version.split(".");
  const isThis = process.versions.node.split(".")[0] === major;
  return () => (isThis ? commandLine("Node", process.execPath) : installed("Node", "node", version));
}

async function installed(name: string, npmName: string, version: string, leading: readonly string[] = []): Promise<Runtime | Missing> {
  const found = await fromNpm(npmName, version);
  return "program" in found ? commandLine(name, found.program, leading) : { name: `${name} ${version}`, ...found };
}
