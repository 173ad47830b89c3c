import { prove } from "./case.mjs";

/**
 * Milliseconds that a block should take, that a case is warmed up for at least, and that a dear case may take in all, before it is measured and then.
 * A case is warm after so many calls: what waits for a disk is not compiled by then if only time is counted.
 */
export const thorough = { rounds: 21, blockMs: 20, warmMs: 200, warmCalls: 6_000, caseMs: 6_000 };
export const quick = { rounds: 7, blockMs: 8, warmMs: 80, warmCalls: 500, caseMs: 1_000 };

/** One history gets no more calls than this. */
const callsPerHistory = 1_000;
const fewestSamples = 3;

/** Microseconds per call of each case. The cases take turns, block by block, so that whatever else the machine does hits them alike. */
export async function measure(cases, { now, ...effort }, tell = () => {}) {
  const runners = [];
  for (const one of cases) {
    tell(`warming up ${one.id}`);
    runners.push(await warm(one, now, effort));
  }
  for (let round = 0; round < effort.rounds; round++) {
    tell(`round ${round + 1} of ${effort.rounds}`);
    for (const runner of runners) if (runner.samples.length < fewestSamples || runner.spentMs < effort.caseMs) await sample(runner);
  }
  for (const { subject } of runners) await subject.close?.();
  return runners.map(({ one: { id, group }, samples }) => ({ id, group, samples }));
}

async function warm(one, now, effort) {
  const subject = await one.open();
  await prove(one, subject);
  const runsPerHistory = Math.max(1, Math.floor(callsPerHistory / one.calls));
  let runs = 1;
  let calls = 0;
  const warmCalls = Math.min(effort.warmCalls, one.warmCalls);
  for (let spentMs = 0; spentMs < effort.warmMs || (calls < warmCalls && spentMs < effort.caseMs); ) {
    const ms = await time({ now, subject }, runs, runsPerHistory);
    spentMs += ms;
    calls += runs * one.calls;
    runs = Math.max(1, Math.min(runs * 4, Math.round((runs * effort.blockMs) / Math.max(ms, 0.001))));
  }
  return { one, now, subject, runs, runsPerHistory, samples: [], spentMs: 0 };
}

async function sample(runner) {
  // What the case before has left behind is not this one's to clear away.
  globalThis.gc({ type: "minor" });
  const ms = await time(runner, runner.runs, runner.runsPerHistory);
  runner.spentMs += ms;
  runner.samples.push((ms * 1_000) / (runner.runs * runner.one.calls));
}

/** Milliseconds of so many runs, in as many histories as they need. */
async function time({ now, subject }, runs, runsPerHistory) {
  let ms = 0;
  for (let done = 0; done < runs; done += runsPerHistory) {
    const once = await subject.fresh();
    const until = Math.min(runs, done + runsPerHistory);
    const startedAt = now();
    for (let index = done; index < until; index++) {
      const pending = once(index);
      if (pending instanceof Promise) await pending;
    }
    ms += now() - startedAt;
  }
  return ms;
}
