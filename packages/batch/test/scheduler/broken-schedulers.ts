import { type JobContext, type JobEnd, type JobOptions, type JobWork, Scheduler, type SchedulerOptions } from "../../src/scheduler.js";
import type { MakeScheduler } from "./run-scenario.js";

type Schedule = (work: JobWork<number>, options: JobOptions) => Promise<JobEnd<number>>;

/** A scheduler that is made with other options, or that is asked in another way. */
function broken(change: {
  readonly made?: (options: SchedulerOptions) => SchedulerOptions;
  readonly asked?: (schedule: Schedule) => Schedule;
  readonly drain?: (scheduler: Scheduler) => Promise<void>;
  readonly pause?: () => void;
}): MakeScheduler {
  return (options) => {
    const scheduler = new Scheduler(change.made?.(options) ?? options);
    const schedule: Schedule = (work, given) => scheduler.schedule(work, given);
    return {
      schedule: (change.asked?.(schedule) ?? schedule) as Scheduler["schedule"],
      pause: change.pause ?? (() => scheduler.pause()),
      resume: () => scheduler.resume(),
      drain: () => change.drain?.(scheduler) ?? scheduler.drain(),
      get running() {
        return scheduler.running;
      },
      get queued() {
        return scheduler.queued;
      },
    };
  };
}

const asking = (change: (options: JobOptions) => JobOptions) =>
  broken({ asked: (schedule) => (work, options) => schedule(work, change(options)) });

const working = (change: (work: JobWork<number>) => JobWork<number>) =>
  broken({ asked: (schedule) => (work, options) => schedule(change(work), options) });

const pending = new Promise<never>(() => {});

/** What a scheduler can do wrong, and a word that the complaint about it must have. */
export const brokenSchedulers: { readonly [fault: string]: { readonly make: MakeScheduler; readonly complaint: RegExp } } = {
  "lets one more run": {
    make: broken({ made: (options) => ({ ...options, concurrency: (options.concurrency ?? Infinity) + 1 }) }),
    complaint: /more run than the cap allows/,
  },
  "lets one less run": {
    make: broken({ made: (options) => ({ ...options, concurrency: Math.max(1, (options.concurrency ?? Infinity) - 1) }) }),
    complaint: /waits for nothing/,
  },
  "has one token too many": {
    make: broken({ made: (options) => ({ ...options, rate: options.rate && { ...options.rate, capacity: options.rate.capacity + 1 } }) }),
    complaint: /more start than the rate allows/,
  },
  "refills a little too fast": {
    make: broken({ made: (options) => ({ ...options, rate: options.rate && { ...options.rate, refillMs: options.rate.refillMs * 0.9 } }) }),
    complaint: /more start than the rate allows/,
  },
  "refills a little too slowly": {
    make: broken({ made: (options) => ({ ...options, rate: options.rate && { ...options.rate, refillMs: options.rate.refillMs + 1 } }) }),
    complaint: /waits for nothing/,
  },
  "ignores the limits of a job": {
    make: asking((options) => ({ ...options, limits: undefined })),
    complaint: /the cap allows|the rate allows/,
  },
  "takes limits for those of each job alone": {
    make: asking((options) => ({ ...options, limits: options.limits && { ...options.limits } })),
    complaint: /the cap allows|the rate allows/,
  },
  "ignores locks": { make: asking((options) => ({ ...options, lock: undefined })), complaint: /the lock is taken/ },
  "shares every lock": { make: asking((options) => ({ ...options, shared: true })), complaint: /the lock is taken/ },
  "shares no lock": { make: asking((options) => ({ ...options, shared: false })), complaint: /waits for nothing/ },
  "has one lock for everything": {
    make: asking((options) => ({ ...options, lock: options.lock && "one" })),
    complaint: /waits for nothing/,
  },
  "lets a lock hold up what needs none": {
    make: asking((options) => ({ ...options, lock: options.lock ?? "key 1", shared: options.lock ? options.shared : true })),
    complaint: /waits for nothing/,
  },
  "knows no owners": { make: asking((options) => ({ ...options, owner: undefined })), complaint: /went 2 times before/ },
  "knows no priorities": { make: asking((options) => ({ ...options, priority: 0 })), complaint: /started before/ },
  "turns priorities round": {
    make: asking((options) => ({ ...options, priority: -(options.priority ?? 0) })),
    complaint: /started before/,
  },
  "starts the last first": {
    make: broken({
      asked: (schedule) => {
        let count = 0;
        return (work, options) => {
          count += 1;
          return schedule(work, { ...options, priority: (options.priority ?? 0) + count / 1000 });
        };
      },
    }),
    complaint: /started before/,
  },
  "ignores an abort": { make: asking((options) => ({ ...options, signal: undefined })), complaint: /started after its abort|still waits/ },
  "forgets the queue limit": {
    make: broken({ made: (options) => ({ ...options, queueLimit: Infinity }) }),
    complaint: /than the queue may hold/,
  },
  "defers too early": {
    make: broken({ made: (options) => ({ ...options, queueLimit: Math.max(0, (options.queueLimit ?? Infinity) - 1) }) }),
    complaint: /though the queue was not full/,
  },
  "does not hold a place": {
    make: working((work) => (context: JobContext) => work({ ...context, holdUntil: () => {} })),
    complaint: /the cap allows|the lock is taken|it says/,
  },
  "never gives a place back": {
    make: working((work) => (context) => {
      context.holdUntil(pending);
      return work(context);
    }),
    complaint: /never ended|it says/,
  },
  "runs a job twice": {
    make: working((work) => async (context) => {
      await work(context);
      return work(context);
    }),
    complaint: /though it was not queued/,
  },
  "loses an answer": {
    make: broken({
      asked: (schedule) => (work, options) =>
        options.lock === "key 2" ? schedule(work, options).then(() => pending) : schedule(work, options),
    }),
    complaint: /never ended/,
  },
  "mixes answers up": {
    make: broken({
      asked: (schedule) => (work, options) =>
        schedule(work, options).then((end) => (end.kind === "fulfilled" ? { ...end, value: 0 } : end)),
    }),
    complaint: /ended as/,
  },
  "forgets its timers": {
    make: broken({ made: (options) => ({ ...options, runtime: options.runtime && deaf(options.runtime) }) }),
    complaint: /never ended/,
  },
  "leaves its timers": {
    make: broken({ made: (options) => ({ ...options, runtime: options.runtime && littering(options.runtime) }) }),
    complaint: /timers are left/,
  },
  "leaves its listeners": {
    make: asking((options) => ({ ...options, signal: options.signal && sticky(options.signal) })),
    complaint: /a listener is left/,
  },
  "does not pause": { make: broken({ pause: () => {} }), complaint: /started: paused/ },
  "does not drain": { make: broken({ drain: () => Promise.resolve() }), complaint: /started: draining|drained while/ },
};

type Runtime = NonNullable<SchedulerOptions["runtime"]>;

const copyOf = (runtime: Runtime): Runtime => ({
  now: () => runtime.now(),
  monotonic: () => runtime.monotonic(),
  startTimer: (run, delayMs) => runtime.startTimer(run, delayMs),
  stopTimer: (timer) => runtime.stopTimer(timer),
});

const deaf = (runtime: Runtime): Runtime => ({ ...copyOf(runtime), startTimer: () => undefined });

const littering = (runtime: Runtime): Runtime => ({ ...copyOf(runtime), stopTimer: () => {} });

const sticky = (signal: NonNullable<JobOptions["signal"]>): NonNullable<JobOptions["signal"]> => ({
  get aborted() {
    return signal.aborted;
  },
  get reason() {
    return signal.reason;
  },
  addEventListener: (type, listener) => signal.addEventListener(type, listener),
  removeEventListener: () => {},
});
