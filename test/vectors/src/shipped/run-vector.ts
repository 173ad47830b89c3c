import { compare } from "../compare.js";
import { featureMissingForShipped } from "../features.js";
import { given as givenFormat } from "../format.js";
import { isObject, type Json, type JsonObject } from "../json.js";
import type { Operation } from "../operations/operation.js";
import { parse } from "../parse.js";
import { decode } from "../program/values.js";
import { Untranslatable } from "../untranslatable.js";
import { failed, passed, skipped, type Verdict } from "../verdict.js";
import { bindingPart } from "./binding.js";
import { act } from "./operations/act.js";
import { chain } from "./operations/chain.js";
import { event } from "./operations/event.js";
import { execution } from "./operations/execution.js";
import { callCallable, isAsync, managerInvoke } from "./operations/low-level.js";
import { permissionCheck, permissionHook } from "./operations/permissions.js";
import { unboundOf } from "./unbound.js";
import type { Vector } from "./vector.js";

const operations: { readonly [name: string]: Operation } = {
  act,
  event,
  execution,
  manager_invoke: managerInvoke,
  call_callable: callCallable,
  permission_check: permissionCheck,
  permission_hook: permissionHook,
  chain,
  is_async: isAsync,
};

/** Runs one vector against the shipped parts, and compares everything that it binds. Never throws. */
export async function runVector(vector: Vector): Promise<Verdict> {
  const { id, given, when } = vector;
  const missing = featureMissingForShipped([given ?? null, when ?? null]);
  if (missing !== undefined) return skipped(id, `${missing.name}: ${missing.reason}`);
  try {
    return judge(vector, await observe(given, when));
  } catch (error) {
    return failed(id, error instanceof Untranslatable ? error.message : `the vector could not be run: ${error}`);
  }
}

/** Sees neither the id nor the expectation. */
async function observe(given: Json | undefined, when: Json | undefined): Promise<JsonObject> {
  const name = isObject(when) ? String(when.op) : "";
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (operation === undefined) throw new Untranslatable(`unknown operation ${name}`);
  // A tag that nobody knows must not be met first inside a tool, where it would look like the tool's failure.
  decode(given ?? null);
  return (await operation(parse(givenFormat, given, "given"), when as JsonObject)) as JsonObject;
}

function judge(vector: Vector, observed: JsonObject): Verdict {
  const { id, expected, hostText } = vector;
  const [first] = compare(bindingPart(expected, vector), bindingPart(observed, vector), unboundOf(hostText));
  return first === undefined ? passed(id) : failed(id, `expected ${first.expected}, got ${first.got}`, first.pointer);
}
