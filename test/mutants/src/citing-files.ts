import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The test files that cite each rule. Only a run tells which of their tests do; this tells which files are worth running. */
export function citingFiles(folder: string, files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const citing = new Map<string, string[]>();
  for (const file of files.filter((path) => path.endsWith(".test.ts"))) {
    for (const rule of citedIn(readFileSync(join(folder, file), "utf8"))) citing.set(rule, [...(citing.get(rule) ?? []), file]);
  }
  return citing;
}

/** The rules in `verifies("…")` of a text. */
export function citedIn(text: string): ReadonlySet<string> {
  const calls = text.matchAll(/\bverifies\(([^)]*)\)/g);
  return new Set(Array.from(calls).flatMap(([, list = ""]) => Array.from(list.matchAll(/"([^"]+)"/g), ([, rule = ""]) => rule)));
}
