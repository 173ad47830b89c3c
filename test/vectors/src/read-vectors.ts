import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isObject, type Json, type JsonObject } from "./json.js";
import type { Scenario } from "./scenario.js";
import { toVector, type Vector } from "./shipped/vector.js";

/** The directory holds nothing that could be run. The message is one sentence for whoever named it. */
export class UnreadableVectors extends Error {}

/** The vectors of a directory, with what was observed on the original. */
export async function readShippedVectors(directory: string): Promise<readonly Vector[]> {
  const vectors = (await readAll(directory)).flatMap(toVector);
  if (vectors.length === 0) throw new UnreadableVectors(`There are no vectors with a then or a then_shipped in ${directory}.`);
  return vectors;
}

/** The scenarios of a directory: vectors in its JSON files, what the corrected transaction gives for them also in `corrected/`. */
export async function readVectors(directory: string): Promise<readonly Scenario[]> {
  const vectors = await readAll(directory);
  const corrected = await readAll(join(directory, "corrected")).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const byId = new Map(vectors.map((vector) => [vector.id, vector]));
  const scenarios = [...vectors, ...corrected].flatMap((entry) => toScenario(entry, byId.get(entry.id ?? null)));
  if (scenarios.length === 0) throw new UnreadableVectors(`There are no vectors with a then_corrected in ${directory}.`);
  return scenarios;
}

function toScenario({ id, then_corrected: expected }: JsonObject, vector: JsonObject | undefined): readonly Scenario[] {
  if (expected === undefined) return [];
  if (typeof id !== "string" || !isObject(expected))
    throw new UnreadableVectors("A vector with a then_corrected has no id, or no object there.");
  const hostText = Array.isArray(vector?.host_text) ? vector.host_text.map(String) : [];
  return [{ id, given: vector?.given, when: vector?.when, expected: expected as JsonObject, hostText }];
}

async function readAll(directory: string): Promise<readonly JsonObject[]> {
  const names = await readdir(directory).catch((cause: unknown) => {
    throw new UnreadableVectors(`The directory ${directory} cannot be read.`, { cause });
  });
  const lists = await Promise.all(names.filter((name) => name.endsWith(".json")).map((name) => readList(join(directory, name))));
  return lists.flat();
}

/** A file is a list of vectors, or an object that has one. */
async function readList(path: string): Promise<readonly JsonObject[]> {
  let content: Json;
  try {
    content = JSON.parse(await readFile(path, "utf8")) as Json;
  } catch (cause) {
    throw new UnreadableVectors(`The file ${path} is not readable JSON.`, { cause });
  }
  const list = isObject(content) ? content.vectors : content;
  if (!Array.isArray(list) || !list.every(isObject)) throw new UnreadableVectors(`The file ${path} holds no list of vectors.`);
  return list as readonly JsonObject[];
}

function isMissing(error: unknown): boolean {
  return error instanceof UnreadableVectors && isObject(error.cause) && error.cause.code === "ENOENT";
}
