import { deferred, flush } from "@acta/test-kit";
import { beforeEach } from "vitest";
import type { JobOptions } from "../../src/scheduler/job-options.js";
import type { Scheduler } from "../../src/scheduler/scheduler.js";

/** Jobs that are known by their names. To be called once in a test file. */
export function namedJobs() {
  /** The names, in the order in which they started, of each test anew. */
  const started: unknown[] = [];
  const gates = new Map<unknown, ReturnType<typeof deferred<unknown>>>();
  beforeEach(() => {
    started.length = 0;
    gates.clear();
  });

  return {
    started,
    /** Schedules a job that notes its start and runs until it is ended by its name. */
    ask(scheduler: Scheduler, name: unknown, options?: JobOptions) {
      const gate = deferred<unknown>();
      gates.set(name, gate);
      return scheduler.schedule(() => {
        started.push(name);
        return gate.promise;
      }, options);
    },
    async end(...names: unknown[]) {
      for (const name of names) gates.get(name)?.resolve(name);
      await flush();
    },
    /** A job that only notes its start. */
    note: (name: unknown) => () => void started.push(name),
  };
}
