import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../../../", import.meta.url));
const folder = process.env.ACTA_REAL_INPUTS ?? resolve(repository, "../shared/real");

/** False where the recorded inputs of providers are not at hand; they are no part of the repository. */
export const hasRealInputs = existsSync(folder);
if (!hasRealInputs)
  console.warn(`SKIPPED: the tests of recorded provider inputs need a folder, given by ACTA_REAL_INPUTS; there is none at ${folder}.`);

/** Their names, sorted. */
export function realFiles(): readonly string[] {
  const names = ["provider-responses", "transcripts"].flatMap((inside) =>
    readdirSync(resolve(folder, inside)).map((name) => `${inside}/${name}`),
  );
  return names.sort();
}

export function realText(name: string): string {
  return readFileSync(resolve(folder, name), "utf8");
}

export function realValue(name: string): unknown {
  return JSON.parse(realText(name));
}
