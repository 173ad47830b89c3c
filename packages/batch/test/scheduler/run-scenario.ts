import { flush } from "@acta/test-kit";
import { type JobEnd, Scheduler, type SchedulerOptions } from "../../src/scheduler.js";
import { FakeSignal } from "./fake-signal.js";
import type { PlannedJob, Scenario } from "./scenario.js";
import { SimulatedRuntime } from "./simulated-runtime.js";

/** What can be seen of a scheduler from outside, in the order in which it happened. */
export type Happening = { readonly at: number } & (
  | { readonly what: "asked" | "started" | "worked" | "released" | "aborted"; readonly job: PlannedJob }
  | { readonly what: "answered"; readonly job: PlannedJob; readonly end: JobEnd<number> }
  | { readonly what: "paused" | "resumed" | "drains" | "drained" }
  /** Nothing more happens until the clock goes on. */
  | {
      readonly what: "quiet";
      readonly running: number;
      readonly queued: number;
      readonly timers: number;
      readonly listeners: readonly number[];
    }
);

export type MakeScheduler = (
  options: SchedulerOptions,
) => Pick<Scheduler, "schedule" | "pause" | "resume" | "drain" | "running" | "queued">;

type Without<T> = T extends unknown ? Omit<T, "at"> : never;

/** Runs a scenario to its end on a simulated clock. */
export async function runScenario(
  scenario: Scenario,
  makeScheduler: MakeScheduler = (options) => new Scheduler(options),
): Promise<Happening[]> {
  const happenings: Happening[] = [];
  const world = new SimulatedRuntime();
  const runtime = new SimulatedRuntime();
  const scheduler = makeScheduler({ ...scenario.options, runtime });
  const limits = scenario.limits.map((each) => ({ ...each }));
  const signals = new Map<number, FakeSignal>();
  const tell = (happening: Without<Happening>) => void happenings.push({ at: world.monotonic(), ...happening } as Happening);

  const wait = (delayMs: number) => new Promise<void>((resolve) => world.startTimer(resolve, delayMs));

  const ask = (job: PlannedJob) => {
    const signal = job.abortAt === undefined ? undefined : new FakeSignal();
    if (signal) signals.set(job.id, signal);
    if (job.abortAt !== undefined && job.abortAt < job.at) signal?.abort();
    tell({ what: "asked", job });
    if (signal?.aborted) tell({ what: "aborted", job });
    else if (signal) world.startTimer(() => abort(job, signal), (job.abortAt as number) - job.at);
    const { owner, lock, shared, priority } = job;
    const end = scheduler.schedule(({ holdUntil }) => work(job, holdUntil), {
      owner,
      lock,
      shared,
      priority,
      signal,
      limits: job.limits === undefined ? undefined : limits[job.limits],
    });
    void end.then((answer) => tell({ what: "answered", job, end: answer }));
  };

  const abort = (job: PlannedJob, signal: FakeSignal) => {
    tell({ what: "aborted", job });
    signal.abort();
  };

  const work = (job: PlannedJob, holdUntil: (end: PromiseLike<unknown>) => void): number | Promise<number> => {
    tell({ what: "started", job });
    if (job.child) ask({ ...job.child, at: world.monotonic() });
    let open = 1;
    const release = () => {
      open -= 1;
      if (open === 0) tell({ what: "released", job });
    };
    if (job.heldMs !== undefined) {
      open += 1;
      holdUntil(wait(job.lastsMs + job.heldMs).then(release));
    }
    const end = () => {
      tell({ what: "worked", job });
      release();
      if (job.fails) throw job.id;
      return job.id;
    };
    return job.lastsMs === 0 ? end() : wait(job.lastsMs).then(end);
  };

  const plan = (at: number, what: "paused" | "resumed" | "drains", happen: () => void) =>
    world.startTimer(() => {
      tell({ what });
      happen();
    }, at);

  for (const [at, jobs] of byArrival(scenario.jobs)) world.startTimer(() => jobs.forEach(ask), at);
  for (const { at, resumeAt } of scenario.pauses) {
    plan(at, "paused", () => scheduler.pause());
    plan(resumeAt, "resumed", () => scheduler.resume());
  }
  if (scenario.drainAt !== undefined) {
    plan(scenario.drainAt, "drains", () => void scheduler.drain().then(() => tell({ what: "drained" })));
  }

  for (;;) {
    const at = Math.min(world.nextAt, runtime.nextAt);
    if (at === Infinity) return happenings;
    world.goTo(at);
    runtime.goTo(at);
    (runtime.nextAt === at ? runtime : world).step();
    await flush();
    if (Math.min(world.nextAt, runtime.nextAt) === at) continue;
    tell({
      what: "quiet",
      running: scheduler.running,
      queued: scheduler.queued,
      timers: runtime.pending,
      listeners: [...signals].filter(([, { listeners }]) => listeners > 0).map(([id]) => id),
    });
  }
}

function byArrival(jobs: readonly PlannedJob[]): Map<number, PlannedJob[]> {
  const arrivals = new Map<number, PlannedJob[]>();
  for (const job of jobs) arrivals.set(job.at, [...(arrivals.get(job.at) ?? []), job]);
  return arrivals;
}
