import { fork } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../shared/folder.mjs";

const program = fileURLToPath(new URL("cell-process.mjs", import.meta.url));
const limitMs = 60_000;

/** Runs a scenario with a subject, in processes of their own, and judges what is to be seen afterwards. */
export async function runCell(subject, version, scenario) {
  const folder = temporaryFolder("truth");
  try {
    const staged = await observe(subject, scenario, "stage", folder.path);
    const seen = staged === null && scenario.afterwards ? await observe(subject, scenario, "after", folder.path) : staged;
    return { subject, version, scenario: scenario.id, ...judge(scenario, seen, effectsIn(folder.path)) };
  } finally {
    folder.remove();
  }
}

/** What the process saw; null where it was killed first. */
function observe(subject, { id }, part, folder) {
  return new Promise((resolve, reject) => {
    const child = fork(program, [subject, id, part, folder], { stdio: ["ignore", "ignore", "pipe", "ipc"] });
    let answer = null;
    let errors = "";
    const timer = setTimeout(() => child.kill("SIGKILL"), limitMs);
    child.stderr.on("data", (chunk) => {
      errors += chunk;
    });
    child.on("message", (message) => {
      answer = message;
    });
    child.on("exit", (code, signal) => {
      clearTimeout(timer);
      if (answer === null && signal !== "SIGKILL")
        reject(new Error(`${subject} ${id} ended with ${code ?? signal}: ${errors.slice(-2_000)}`));
      else resolve(answer);
    });
  });
}

function effectsIn(folder) {
  const path = join(folder, "effects");
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

export function judge(scenario, seen, effects) {
  if (seen === null)
    return { ran: false, why: "the process gave no answer within its time", truthful: null, effects: null, responses: null };
  if (!seen.ran) return { ran: false, why: seen.why, truthful: null, effects: null, responses: null };
  return {
    ran: true,
    why: explain(seen),
    truthful: Boolean(scenario.isTrue(seen, effects)),
    effects: effects.length,
    responses: isAnswered(scenario, seen),
  };
}

/**
 * Each request has one answer, or one approval that it waits for. Where a history drops a repeated request, those that it has are counted;
 * it may not drop all.
 */
function isAnswered(scenario, { responses, pending, requests = [] }) {
  const proposed = scenario.stage(() => {}).calls.map(({ id }) => id);
  const isRepeated = new Set(proposed).size < proposed.length;
  const asked = isRepeated && requests.length > 0 ? requests : proposed;
  const answers = [...responses.map(({ id }) => id), ...pending];
  return asked.toSorted().join() === answers.toSorted().join();
}

function explain({ how, threw, hung, responses, pending }) {
  const said = responses.map(({ status, text }) => `${status ?? "text"}: ${text.slice(0, 80)}`);
  const parts = [
    how,
    hung ? "still waiting after 2 s" : "",
    threw === undefined ? "" : `threw: ${threw}`,
    pending.length > 0 ? "waits for an approval" : "",
    said.length > 0 ? `history says ${said.join(" | ")}` : "history says nothing",
  ];
  return parts.filter((part) => part !== "").join("; ");
}
