import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ConformanceTools, conformanceTools, type ExecutorSubject } from "@acta/actions/conformance";
import type { Executor } from "@acta/actions/executor";
import { inThread, type ThreadsOptions, threadsExecutor } from "../src/index.js";
import type { KitModule } from "./kit-module.js";

/** Executors of threads or processes, and perhaps what was broken about them. */
export function threadsSubject(
  name: string,
  { path, folder }: KitModule,
  options: ThreadsOptions = {},
  breaks: (executor: Executor) => Executor = (executor) => executor,
): ExecutorSubject {
  const opened: Executor[] = [];
  let places = 0;
  return {
    name,
    capabilities: options.processes ? ["offLoop", "killable", "remote"] : ["offLoop", "killable"],
    tools: toolsIn(path),
    open() {
      const executor = threadsExecutor({ size: 3, exitTimeoutMs: 20_000, ...options });
      opened.push(executor);
      return breaks(executor);
    },
    place() {
      const place = join(folder, `${name} ${++places}`);
      writeFileSync(place, "");
      return place;
    },
    marks: (place) => readFileSync(place, "utf8").split("\n").slice(0, -1),
    async dispose() {
      await Promise.all(opened.splice(0).map((executor) => executor.close?.()));
    },
  };
}

/** The kit's tools, each with the place of its code. */
function toolsIn(path: string): ConformanceTools {
  const tools = conformanceTools({ mark: () => {}, vanish: () => {} });
  const placed = Object.entries(tools).map(([name, tool]) => [name, inThread(tool, { module: path, export: name })]);
  return Object.fromEntries(placed);
}
