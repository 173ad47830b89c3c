import { readdirSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** What a process holds of its system. */
export interface Holds {
  readonly threads: number;
  readonly files: number;
  readonly handles: number;
  /** Resident, after everything was collected that nobody needs. */
  readonly megabytes: number;
}

export type Held = Holds;

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/** At this moment. Threads and files are counted where the system shows them (Linux); elsewhere they are 0. */
export function held(): Held {
  collect();
  const handles = process.getActiveResourcesInfo().length;
  const megabytes = Math.round(process.memoryUsage.rss() / 1024 ** 2);
  return { threads: countIn("/proc/self/task"), files: countIn("/proc/self/fd"), handles, megabytes };
}

function countIn(folder: string): number {
  try {
    return readdirSync(folder).length;
  } catch {
    return 0;
  }
}
