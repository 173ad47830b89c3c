import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { isObject, type Json, type JsonObject } from "../src/json.js";
import { readShippedVectors } from "../src/read-vectors.js";
import { runVectors } from "../src/run-vectors.js";
import { runVector } from "../src/shipped/run-vector.js";
import type { Vector } from "../src/shipped/vector.js";
import { altered, leaves } from "./altered.js";

const vectors = await readShippedVectors(fileURLToPath(new URL("../data", import.meta.url)));
const needsTuple = ({ when }: Vector) => JSON.stringify(when).includes("$tuple");

test("every given vector passes on the shipped parts, but for the one that needs a tuple of requests", async () => {
  const verdicts = await runVectors(vectors, runVector);
  expect(verdicts.filter(({ status }) => status === "failed")).toEqual([]);
  expect(verdicts.map(({ id }) => id)).toEqual(vectors.map(({ id }) => id));
  const skipped = verdicts.filter(({ status }) => status === "skipped");
  expect(skipped.map(({ reason }) => reason?.split(":")[0])).toEqual(["tuple of requests"]);
  expect(verdicts).toHaveLength(434);
}, 30_000);

/** Whether a vector binds what stands at a place of its observation. */
function binds({ given, expected, isOrderIncidental }: Vector, place: readonly string[]): boolean {
  const [first] = place;
  const last = place.at(-1) ?? "";
  if (first === "logging" && last !== "message") return false;
  if (isOrderIncidental && last === "index") return false;
  if (first === "max_in_flight" && !JSON.stringify(given).includes("sleep_")) return false;
  const value = place.reduce<Json | undefined>((json, key) => (json as JsonObject)[key], expected);
  return typeof value !== "string" || !/<opaque>|<coroutine object|^\w+=|^b'|^\(/.test(value);
}

describe("controls", () => {
  const measuresTime = ({ when }: Vector) => isObject(when) && ("measure" in when || "ticker" in when);
  const bound = vectors.filter((vector) => !vector.isSchedulerSensitive && !needsTuple(vector) && !measuresTime(vector));

  test("each vector fails when one value of its observation is altered", async () => {
    const controls = bound.map((vector, number): Vector => {
      const places = leaves(vector.expected).filter((place) => binds(vector, place));
      return { ...vector, expected: altered(vector.expected, places[(number * 7) % places.length] ?? []) as JsonObject };
    });
    const verdicts = await runVectors(controls, runVector);
    expect(verdicts.filter(({ status }) => status !== "failed")).toEqual([]);
    expect(verdicts.length).toBeGreaterThan(400);
  }, 30_000);

  test("a step that is missing, and one too many, fail", async () => {
    const traced = bound.filter(({ expected }) => Array.isArray(expected.trace));
    const shorter = traced.map(
      (vector): Vector => ({ ...vector, expected: { ...vector.expected, trace: (vector.expected.trace as Json[]).slice(1) } }),
    );
    const verdicts = await runVectors(shorter, runVector);
    expect(verdicts.filter(({ status }) => status !== "failed")).toEqual([]);
    expect(verdicts.length).toBeGreaterThan(290);
  }, 30_000);

  test("an operation that is not known fails", async () => {
    const [vector] = vectors;
    if (vector === undefined || !isObject(vector.when)) throw new Error("there are no vectors");
    const { status, reason } = await runVector({ ...vector, when: { ...(vector.when as JsonObject), op: "other" } });
    expect({ status, reason }).toEqual({ status: "failed", reason: "unknown operation other" });
  });
});
