import type { Tool } from "@acta/actions";
import type { ModelSpec, ParamSpec, ToolSpec } from "../format.js";
import { isObject } from "../json.js";
import { coerce } from "./coerce.js";

type Fields = { readonly [name: string]: unknown };
type Issue = { readonly message: string; readonly path: readonly string[] };
type Checked = { readonly value: Fields } | { readonly issues: readonly Issue[] };

/** The schema of a tool: its request model's, or an open one. */
export function inputSchema({ params, request_options: model, strict }: ToolSpec): Tool["input"] {
  return standardSchema((input) => (model === undefined ? checkOpen(params, input, strict === true) : checkModel(model, input)));
}

function standardSchema(check: (input: Fields) => Checked): Tool["input"] {
  return { "~standard": { version: 1, vendor: "acta-vectors", validate: (input) => check(isObject(input) ? input : {}) } };
}

/** Requires the parameters without default, and passes everything through; a strict tool's schema passes what it declares. */
function checkOpen(params: readonly ParamSpec[], input: Fields, strict: boolean): Checked {
  const missing = params.filter(
    (param) => param.default === undefined && param.variadic === undefined && !Object.hasOwn(input, param.name),
  );
  if (missing.length > 0) return { issues: missing.map(({ name }) => issue(name, "required")) };
  if (!strict || params.some(({ variadic }) => variadic === "keyword")) return { value: input };
  return { value: Object.fromEntries(Object.entries(input).filter(([name]) => params.some((param) => param.name === name))) };
}

function checkModel({ fields, extra = "ignore" }: ModelSpec, input: Fields): Checked {
  const issues: Issue[] = [];
  const value: Record<string, unknown> = {};
  for (const { name, type, default: fallback } of fields) {
    const coerced = Object.hasOwn(input, name) ? coerce(type, input[name]) : { value: fallback };
    if (coerced === undefined) issues.push(issue(name, `not a valid ${type}`));
    else if (coerced.value === undefined) issues.push(issue(name, "required"));
    else value[name] = coerced.value;
  }
  for (const [name, item] of Object.entries(input)) {
    if (fields.some((field) => field.name === name)) continue;
    if (extra === "forbid") issues.push(issue(name, "not permitted"));
    if (extra === "allow") value[name] = item;
  }
  return issues.length > 0 ? { issues } : { value };
}

const issue = (name: string, message: string): Issue => ({ message, path: [name] });
