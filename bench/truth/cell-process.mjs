// One cell: a subject goes through a scenario. `stage` runs it; `after` looks at what a killed process left behind.
import { effectOn, scenarios } from "./scenarios.mjs";
import { subjects } from "./subjects.mjs";

const [, , name, id, part, folder] = process.argv;
const subject = await subjects[name]();
const scenario = scenarios.find((each) => each.id === id);
const effect = effectOn(`${folder}/effects`);

// Work that was given up may still fail: that is not the framework's answer.
process.on("unhandledRejection", () => {});

const threw = (error) => ({
  threw: String(error?.message ?? error)
    .split("\n")[0]
    .slice(0, 200),
});
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const hung = () => wait(2_000).then(() => ({ hung: true }));

const why = subject.cannot[id];
try {
  const seen = why ? { ran: false, why } : await observe();
  process.send(seen, () => process.exit());
} catch (error) {
  console.error(error);
  process.exit(1);
}

async function observe() {
  const staged = part === "stage" ? scenario.stage(effect) : scenario.afterwards(effect);
  const history = { responses: [], pending: [] };
  const work = part === "stage" ? subject.run(staged, folder, history) : subject.resume(staged, folder, history);
  const outcome = await Promise.race([work.then((ran) => ran ?? {}, threw), hung()]);
  if (staged.settleMs) await wait(staged.settleMs);
  return { ran: true, ...history, ...outcome, how: subject.how[id] ?? "" };
}
