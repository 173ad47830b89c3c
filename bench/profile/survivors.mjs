// What outlives its use on this V8, and what that costs: `node bench/profile/survivors.mjs`. Both are about how a thing is written, not what it does.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { processorClock } from "../speed/clocks.mjs";
import { nodeFlags } from "../speed/node-flags.mjs";
import { median } from "../speed/quartiles.mjs";

const callsPerHistory = 1_000;

class Waiting {
  /** What a call has with it. */
  data = new Array(100).fill(0);

  intoProperty() {
    this.wake = () => this.data;
    this.wake();
  }

  byConstant() {
    const wake = () => this.data;
    this.wake = wake;
    this.wake();
  }
}

/** Bytes of each object that two collections of the young generation leave, though nobody has any of them. */
function survivors(use) {
  const many = 3_000;
  for (let index = 0; index < many; index++) use(new Waiting());
  globalThis.gc();
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < many; index++) use(new Waiting());
  globalThis.gc({ type: "minor" });
  globalThis.gc({ type: "minor" });
  return (process.memoryUsage().heapUsed - before) / many;
}

function Entry(id, at, sequence, body) {
  this.id = id;
  this.at = at;
  this.sequence = sequence;
  this.body = body;
}
Entry.prototype = Object.prototype;

const makers = {
  "by a literal": (id, at, sequence, body) => ({ id, at, sequence, body }),
  "by a constructor": (id, at, sequence, body) => new Entry(id, at, sequence, body),
};

/** As many objects as a call keeps, and as many bytes as it uses besides. */
function call(make, index) {
  let kept = null;
  for (let object = 0; object < 20; object++) kept = make("entry", index, object, kept);
  return { kept, used: new Array(1_500).fill(index) };
}

/** Histories that are filled and dropped: nanoseconds of a call, and page faults of a history. */
function histories(make) {
  const fill = () => {
    const history = [];
    for (let index = 0; index < callsPerHistory; index++) history.push(call(make, index).kept);
    return history.length;
  };
  for (let warming = 0; warming < 200; warming++) fill();
  const samples = [];
  const faultsBefore = process.resourceUsage().minorPageFault;
  for (let sample = 0; sample < 101; sample++) {
    const startedAt = processorClock();
    fill();
    samples.push(((processorClock() - startedAt) * 1e6) / callsPerHistory);
  }
  const faults = (process.resourceUsage().minorPageFault - faultsBefore) / 101;
  return { nanoseconds: median(samples), faults };
}

const parts = {
  property: () => `${print(survivors((waiting) => waiting.intoProperty()))} B survive  a function is written into a property`,
  constant: () => `${print(survivors((waiting) => waiting.byConstant()))} B survive  the same, by a constant`,
  ...Object.fromEntries(
    Object.entries(makers).map(([name, make]) => [
      name,
      () => {
        const { nanoseconds, faults } = histories(make);
        return `${print(nanoseconds)} ns, ${faults.toFixed(0)} page faults a history  kept objects are made ${name}`;
      },
    ]),
  ),
};

const [part] = process.argv.slice(2);
if (part) console.log(parts[part]());
else {
  // Each in a process of its own: what V8 has learned of one must not serve the other.
  for (const name of Object.keys(parts)) {
    const isAboutCode = name === "property" || name === "constant";
    // The first is of code that is not optimized yet, as all of it is in a short life.
    const flags = [...nodeFlags, ...(isAboutCode ? ["--no-opt"] : [])];
    spawnSync(process.execPath, [...flags, fileURLToPath(import.meta.url), name], { stdio: "inherit" });
  }
}

function print(number) {
  return Math.round(number).toLocaleString("en").padStart(7);
}
