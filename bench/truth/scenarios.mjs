// The faults. Each says what is done, and what a true history says of it.
import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { saysFailure, saysSuccess, saysUnknown } from "./statements.mjs";

/** Milliseconds. */
const late = 400;
const timeoutMs = 60;

const call = (id, name, amount = 1) => ({ id, name, args: { amount } });

/**
 * `stage(effect)` gives what a subject is to do: `tools` by name, `calls`, and what the fault needs. `effect(args)` is the effect on the world:
 * a line in a file. `isTrue` judges what the subject's history says, and how many effects there were.
 */
export const scenarios = [
  {
    id: "tool-throws",
    title: "the tool throws",
    truth: "the call failed",
    stage: () => ({ tools: { pay: throwing(() => new Error("the disk is full")) }, calls: [call("c1", "pay")] }),
    isTrue: ({ responses: [said] }, effects) => saysFailure(said) && effects.length === 0,
  },
  {
    id: "returns-null",
    title: "the tool returns null",
    truth: "the call succeeded, with null",
    stage: (effect) => ({ tools: { pay: returning(effect, () => null) }, calls: [call("c1", "pay")] }),
    isTrue: ({ responses: [said] }, effects) => saysSuccess(said) && said.text === "null" && effects.length === 1,
  },
  {
    id: "returns-undefined",
    title: "the tool returns undefined",
    truth: "the call succeeded, with nothing",
    stage: (effect) => ({ tools: { pay: returning(effect, () => undefined) }, calls: [call("c1", "pay")] }),
    isTrue: ({ responses: [said] }, effects) => saysSuccess(said) && ["", "null", "undefined"].includes(said.text) && effects.length === 1,
  },
  {
    id: "denied",
    title: "the call is denied",
    truth: "the call was refused, and nothing happened",
    stage: (effect) => ({ tools: { pay: returning(effect, () => "paid") }, calls: [call("c1", "pay", 1_000)], guard: isSmall }),
    isTrue: isRefused,
  },
  {
    id: "aborted",
    title: "the caller aborts while the tool runs",
    truth: "the call was cancelled",
    stage: (effect) => {
      const controller = new AbortController();
      const run = async (args, signal) => {
        effect(args);
        setTimeout(() => controller.abort(), 20);
        await sleep(late, undefined, { signal });
        return "paid";
      };
      return { tools: { pay: run }, calls: [call("c1", "pay")], signal: controller.signal };
    },
    isTrue: ({ responses: [said] }, effects) =>
      (saysFailure(said) && !/did not run|not executed/i.test(said.text)) ||
      (saysSuccess(said) && said.text === "paid" && effects.length === 1),
  },
  {
    id: "timed-out",
    title: "the tool takes too long and ignores the signal",
    truth: "the call took too long, or, where it was waited for, what it gave",
    stage: (effect) => {
      const run = async (args) => {
        await sleep(late);
        effect(args);
        return "paid";
      };
      return { tools: { pay: run }, calls: [call("c1", "pay")], timeoutMs, settleMs: 2 * late };
    },
    isTrue: ({ responses: [said] }, effects) =>
      effects.length === 1 && (saysSuccess(said) || (saysFailure(said) && /time|abort|cancel|unknown/i.test(said.text))),
  },
  {
    id: "sibling-throws",
    title: "one call of a batch throws while another works",
    truth: "one call failed and the other succeeded",
    stage: (effect) => {
      const bad = async () => {
        await sleep(10);
        throw new Error("the disk is full");
      };
      const good = async (args) => {
        await sleep(50);
        effect(args);
        return "paid";
      };
      return { tools: { bad, good }, calls: [call("c1", "bad"), call("c2", "good")] };
    },
    isTrue: ({ responses }, effects) =>
      saysFailure(responses.find(({ id }) => id === "c1")) && saysSuccess(responses.find(({ id }) => id === "c2")) && effects.length === 1,
  },
  {
    id: "arguments-rewritten",
    title: "the arguments are rewritten after they were checked",
    truth: "what ran is what was checked, or the call was refused",
    stage: (effect) => {
      const guard = (args, rewrite) => {
        queueMicrotask(() => quietly(() => rewrite(1_000)));
        return isSmall(args);
      };
      return { tools: { pay: returning(effect, () => "paid") }, calls: [call("c1", "pay", 1)], guard };
    },
    isTrue: (seen, effects) => effects.every(isSmall) && (effects.length === 1 ? saysSuccess(seen.responses[0]) : isRefused(seen, effects)),
  },
  {
    id: "guard-throws",
    title: "the guard throws",
    truth: "the call was refused, and nothing happened",
    stage: (effect) => ({
      tools: { pay: returning(effect, () => "paid") },
      calls: [call("c1", "pay")],
      guard: () => {
        throw new Error("the policy server is down");
      },
    }),
    isTrue: isRefused,
  },
  {
    id: "guard-hangs",
    title: "the guard never answers",
    truth: "the call was refused, and nothing happened",
    stage: (effect) => ({
      tools: { pay: returning(effect, () => "paid") },
      calls: [call("c1", "pay")],
      guard: () => new Promise(() => {}),
      guardTimeoutMs: timeoutMs,
    }),
    isTrue: isRefused,
  },
  {
    id: "killed-before-effect",
    title: "the process is killed before the effect",
    truth: "the call did not succeed, or nobody knows; or it was run again, once",
    stage: () => ({ tools: { pay: () => process.kill(process.pid, "SIGKILL") }, calls: [call("c1", "pay")], isFatal: true }),
    afterwards: (effect) => ({ tools: { pay: returning(effect, () => "paid") }, calls: [call("c1", "pay")] }),
    isTrue: agrees,
  },
  {
    id: "killed-after-effect",
    title: "the process is killed after the effect",
    truth: "the call happened once, or nobody knows; it is not run again",
    stage: (effect) => {
      const run = (args) => {
        effect(args);
        process.kill(process.pid, "SIGKILL");
      };
      return { tools: { pay: run }, calls: [call("c1", "pay")], isFatal: true };
    },
    afterwards: (effect) => ({ tools: { pay: returning(effect, () => "paid") }, calls: [call("c1", "pay")] }),
    isTrue: (seen, effects) => effects.length === 1 && agrees(seen, effects),
  },
  {
    id: "approval-for-changed-arguments",
    title: "the arguments change between the request for approval and the approval",
    truth: "nothing runs but what the approver was shown",
    stage: (effect) => ({ tools: { pay: returning(effect, () => "paid") }, calls: [call("c1", "pay", 1)], approvalAfterChangeTo: 1_000 }),
    isTrue: (seen, effects) => effects.every(isSmall) && (effects.length === 1 ? saysSuccess(seen.responses[0]) : isRefused(seen, effects)),
  },
  {
    id: "throws-non-error",
    title: "the tool throws what is no error",
    truth: "the call failed",
    stage: () => ({ tools: { pay: throwing(() => ({ code: "E42" })) }, calls: [call("c1", "pay")] }),
    isTrue: ({ responses: [said] }, effects) => saysFailure(said) && effects.length === 0,
  },
  {
    id: "unserializable-result",
    title: "the result is cyclic and holds a bigint",
    truth: "the call happened, in a history that can be written down",
    stage: (effect) => ({ tools: { pay: returning(effect, cyclic) }, calls: [call("c1", "pay")] }),
    isTrue: ({ responses: [said] }, effects) =>
      effects.length === 1 && (saysSuccess(said) || (saysFailure(said) && /serializ|circular|cyclic|bigint/i.test(said.text))),
  },
  {
    id: "duplicate-call-id",
    title: "the model proposes the same call twice under one id",
    truth: "as many successes as effects",
    stage: (effect) => ({ tools: { pay: returning(effect, () => "paid") }, calls: [call("c1", "pay"), call("c1", "pay")] }),
    isTrue: ({ responses }, effects) => responses.filter(saysSuccess).length === effects.length && effects.length > 0,
  },
];

/** The effect on the world: it outlives the process. */
export const effectOn = (path) => (args) => appendFileSync(path, `${JSON.stringify(args)}\n`);

const isSmall = ({ amount }) => amount <= 100;

function isRefused({ responses: [said], pending }, effects) {
  return effects.length === 0 && (saysFailure(said) || pending.length > 0);
}

/** Nothing is claimed that did not happen: an unknown end is an answer too. */
function agrees({ responses: [said] }, effects) {
  if (said === undefined) return false;
  return saysSuccess(said) ? effects.length === 1 : saysUnknown(said) || effects.length === 0;
}

function returning(effect, value) {
  return (args) => {
    effect(args);
    return value();
  };
}

const throwing = (thrown) => () => {
  throw thrown();
};

function cyclic() {
  const value = { receipt: 1n };
  value.self = value;
  return value;
}

function quietly(run) {
  try {
    run();
  } catch {
    // What was checked cannot be changed: that is the point.
  }
}
