import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./repository.js";

export interface Rules {
  readonly ids: readonly string[];
  /** Those that no test proves yet, with the work that they wait for. */
  readonly pending: { readonly [rule: string]: string };
}

export function readRules(): Rules {
  const read = (file: string) => JSON.parse(readFileSync(join(root, "test/requirements", file), "utf8"));
  const { requirements }: { readonly requirements: readonly { readonly id: string }[] } = read("requirements.json");
  return { ids: requirements.map(({ id }) => id), pending: read("pending.json") };
}
