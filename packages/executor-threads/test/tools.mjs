// @ts-nocheck Tools for tests, loaded by threads as they are.
import { execSync, spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { isMainThread, parentPort, threadId } from "node:worker_threads";

const never = () => new Promise(() => {});
const send = (message) => (isMainThread ? process.send(message) : parentPort.postMessage(message));

export const echo = (input) => input;
export const tool = {
  prefix: "a tool says ",
  run(input) {
    return this.prefix + input.text;
  },
};
export const notATool = { text: "none" };

/** Tells runs apart that share a thread or a process. */
export const place = () => (isMainThread ? process.pid : threadId);

export const give = {
  date: () => new Date(0),
  nested: () => ({ list: [{ deep: () => 1 }] }),
  proto: () => JSON.parse('{"__proto__":1}'),
  accessor: () => ({
    get a() {
      return 1;
    },
  }),
  hole: () => new Array(1),
  cycle: () => {
    const value = {};
    value.self = value;
    return value;
  },
  nan: () => [Number.NaN],
  long: () => "x".repeat(2_000),
  absent: () => ({ a: undefined, b: null }),
};
export const gives = ({ what }) => give[what]();
export const yields = function* ({ what }) {
  yield give[what]();
  return "not reached";
};

export const throws = ({ what }) => {
  const thrown = {
    text: "just text",
    nothing: undefined,
    null: null,
    function: () => 1,
    long: new Error("x".repeat(100_000)),
    caused: new Error("outer", { cause: new TypeError("inner", { cause: "a text" }) }),
    hostile: Object.defineProperty(new Error("x"), "message", {
      get() {
        throw new Error("no");
      },
    }),
    circular: (() => {
      const error = new Error("round");
      error.cause = error;
      return error;
    })(),
  };
  throw thrown[what];
};

export const exits = ({ code }) => {
  process.exit(code);
};
export const exitsLater = ({ code }) => {
  setTimeout(() => process.exit(code));
  return never();
};
export const stray = () => {
  setTimeout(() => {
    throw new Error("nobody catches this");
  });
  return never();
};
export const strayRejection = () => {
  void Promise.reject(new Error("nobody awaits this"));
  return never();
};
/** Returns, and fails a moment later. */
export const failsAfterwards = () => {
  void Promise.reject(new Error("left behind"));
  return "returned";
};
export const blocksAfterwards = () => {
  setImmediate(() => {
    for (;;);
  });
  return "returned";
};
export const bomb = () => {
  const held = [];
  for (;;) held.push([{ some: "thing" }]);
};
/** More at once than the limit leaves. */
export const largeBomb = () => {
  const held = [];
  for (;;) held.push(new Array(10_000_000).fill(1.5));
};

export const marksAndHangs = ({ file }) => {
  appendFileSync(file, "began\n");
  return never();
};
export const marksAndBlocks = ({ file }) => {
  appendFileSync(file, "began\n");
  for (;;);
};
/** Says what it sees of the abort. */
export const obeys = ({ file, ending }, { signal }) =>
  new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => {
      appendFileSync(file, `${signal.reason.message}\n`);
      if (ending === "return") resolve("just in time");
      if (ending === "throw") reject(signal.reason);
      if (ending === "nothing done")
        reject(Object.assign(new Error("rolled back"), { code: "not_executed", [Symbol.for("acta.action-error")]: true }));
    });
    appendFileSync(file, "began\n");
  });
export const yieldsForever = async function* ({ file }) {
  appendFileSync(file, "began\n");
  try {
    for (let step = 0; ; step++) yield step;
  } finally {
    appendFileSync(file, "closed\n");
  }
};
/** The system sleeps for it; nothing in JavaScript can interrupt that. */
export const sleeps = ({ file, seconds }) => {
  execSync(`echo $$ > ${file}; exec sleep ${seconds}`);
  return "slept";
};
export const startsAnother = ({ file, thenExits }) => {
  const child = spawn("sh", ["-c", `echo $$ > ${file}; exec sleep 60`], { stdio: "ignore" });
  child.unref();
  if (thenExits) setTimeout(() => process.exit(0), 100);
  return never();
};

/** Sends what nobody asked for. */
export const forges = ({ message }) => {
  send(message);
  return never();
};
export const forgesOften = () => {
  for (const message of [
    null,
    "text",
    { acta: "nonsense", id: 1 },
    { acta: "ready" },
    { acta: "returned", id: "1" },
    { acta: "free", id: 1 },
    { acta: "progress", id: 1, item: 5 },
    { acta: "threw", id: 1, failure: 1 },
    { acta: "crashed" },
  ])
    send(message);
  return "still here";
};
