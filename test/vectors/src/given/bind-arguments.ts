import type { ParamSpec } from "../format.js";
import { decode } from "../program/values.js";

type Arguments = { readonly [name: string]: unknown };

/** The arguments that a function with these parameters receives, defaults included; throws for an unknown or a missing one. */
export function bindArguments(name: string, params: readonly ParamSpec[], given: Arguments): Arguments {
  const takesAny = params.some(({ variadic }) => variadic === "keyword");
  const declared = params.filter(({ variadic }) => variadic === undefined);
  for (const key of Object.keys(given)) {
    if (!takesAny && !declared.some((param) => param.name === key)) throw new TypeError(`${name}() got an unexpected argument '${key}'`);
  }
  const received: Record<string, unknown> = { ...given };
  for (const param of declared) {
    if (Object.hasOwn(given, param.name)) continue;
    if (param.default === undefined) throw new TypeError(`${name}() is missing the argument '${param.name}'`);
    received[param.name] = decode(param.default);
  }
  return received;
}
