import type { Tool } from "./tool.js";

const keys: { readonly [Key in keyof Required<Tool>]: 1 } = {
  name: 1,
  description: 1,
  input: 1,
  parameters: 1,
  output: 1,
  effect: 1,
  strict: 1,
  redact: 1,
  timeoutMs: 1,
  executor: 1,
  limits: 1,
  policy: 1,
  processors: 1,
  run: 1,
  lock: 1,
  preprocess: 1,
  postprocess: 1,
  reconcile: 1,
  isFailure: 1,
};

/** A key that no tool has. Undefined: there is none, or it is an instance of a class, which may have members of its own. */
export function unknownKey(tool: object): string | undefined {
  if (Object.getPrototypeOf(tool) !== Object.prototype) return undefined;
  return Object.keys(tool).find((key) => !Object.hasOwn(keys, key));
}
