// What small things cost on this Node, in nanoseconds: `node bench/profile/parts.mjs`. For choosing between two ways of writing one thing.
import { processorClock } from "../speed/clocks.mjs";
import { median } from "../speed/quartiles.mjs";

const seven = () => ({ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7 });
const entry = () => ({ id: "1", kind: "settled", at: 1, opens: undefined, settles: "1", body: null });

class Context {
  get signal() {
    return undefined;
  }
}

const parts = {
  "a spread with three fields after it": () => ({ ...seven(), x: 1, y: 2, z: 3 }),
  "a spread alone": () => ({ ...seven() }),
  "a spread after a field": () => ({ x: 1, ...seven() }),
  "ten fields written out": () => {
    const { a, b, c, d, e, f, g } = seven();
    return { a, b, c, d, e, f, g, x: 1, y: 2, z: 3 };
  },
  "a conditional spread between fields": (index) => ({ a: 1, ...(index % 2 === 0 ? {} : { b: 2 }), c: 3 }),
  "the same field, undefined where there is none": (index) => ({ a: 1, b: index % 2 === 0 ? undefined : 2, c: 3 }),
  "a frozen entry: a spread with two fields after it": (index) => Object.freeze({ ...entry(), branchId: "b", sequence: index }),
  "a frozen entry, written out": (index) => {
    const { id, kind, at, opens, settles, body } = entry();
    return Object.freeze({ id, kind, at, opens, settles, body, branchId: "b", sequence: index });
  },
  "an object literal with a getter": () => ({
    get signal() {
      return undefined;
    },
  }),
  "an instance of a class with a getter": () => new Context(),
  "an AbortController, its signal read": () => new AbortController().signal,
  "a random UUID": () => crypto.randomUUID(),
  "three empty sets": () => [new Set(), new Set(), new Set()],
  "a frozen object put into a WeakSet": (index) => known.add(Object.freeze({ index })),
};
const known = new WeakSet();

const asynchronous = {
  "Promise.all of one value": () => Promise.all([1]),
  "an async function that waits for nothing": async () => 1,
};

for (const [name, make] of Object.entries(parts)) {
  print(name, await timed((count) => repeat(make, count)));
}
for (const [name, make] of Object.entries(asynchronous)) {
  print(
    name,
    await timed(async (count) => {
      for (let index = 0; index < count; index++) await make();
    }),
  );
}

/** So that none of them is optimized away, what is made is kept, for a while. */
function repeat(make, count) {
  let kept = [];
  for (let index = 0; index < count; index++) {
    if (index % 1_000 === 0) kept = [];
    kept.push(make(index));
  }
  return kept;
}

/** Nanoseconds. */
async function timed(run) {
  const count = 100_000;
  await run(count);
  const samples = [];
  for (let sample = 0; sample < 9; sample++) {
    const startedAt = processorClock();
    await run(count);
    samples.push(((processorClock() - startedAt) * 1e6) / count);
  }
  return median(samples);
}

function print(name, nanoseconds) {
  console.log(`${Math.round(nanoseconds).toLocaleString("en").padStart(7)} ns  ${name}`);
}
