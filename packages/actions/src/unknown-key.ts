import { isPlain } from "./is-plain.js";
import type { Tool } from "./tool.js";

const keys: Readonly<Record<keyof Tool, true>> = {
  name: true,
  description: true,
  input: true,
  parameters: true,
  output: true,
  effect: true,
  strict: true,
  redact: true,
  timeoutMs: true,
  executor: true,
  limits: true,
  policy: true,
  processors: true,
  run: true,
  lock: true,
  preprocess: true,
  postprocess: true,
  reconcile: true,
  isFailure: true,
};

/** A key that no tool has. Undefined: there is none, or it is an instance of a class, which may have members of its own. */
export function unknownKey(tool: object): string | undefined {
  return isPlain(tool) ? Object.keys(tool).find((key) => !Object.hasOwn(keys, key)) : undefined;
}
