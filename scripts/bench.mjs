// `npm run bench`: Acta, floors, peers and components in one run. Its dependencies are its own, and installed when it first runs.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { nodeFlags } from "../bench/speed/node-flags.mjs";
import { install, root, turbo } from "./prepare.mjs";

install();
install("bench");
turbo(["build"], ["./packages/*"]);
const main = join(root, "bench/speed/main.mjs");
const { status } = spawnSync(process.execPath, [...nodeFlags, main, ...process.argv.slice(2)], { stdio: "inherit" });
process.exit(status ?? 1);
