import { compare } from "./compare.js";
import { missingFeatureOf } from "./features.js";
import { given as givenFormat } from "./format.js";
import { isObject, type Json, type JsonObject } from "./json.js";
import { act } from "./operations/act.js";
import { chain } from "./operations/chain.js";
import { event } from "./operations/event.js";
import { managerInvoke } from "./operations/manager-invoke.js";
import type { Operation } from "./operations/operation.js";
import { parse } from "./parse.js";
import { decode } from "./program/values.js";
import type { Scenario } from "./scenario.js";
import { unboundBy, withoutItems } from "./unbound.js";
import { Untranslatable } from "./untranslatable.js";
import { failed, passed, skipped, type Verdict } from "./verdict.js";

const operations: { readonly [name: string]: Operation } = { act, event, manager_invoke: managerInvoke, chain };

/** Runs one scenario and compares what was observed with what it expects. Never throws. */
export async function runScenario(scenario: Scenario): Promise<Verdict> {
  const { id, given, when } = scenario;
  const missing = missingFeatureOf([given ?? null, when ?? null]);
  if (missing !== undefined) return skipped(id, `${missing.name}: ${missing.reason}`);
  try {
    return judge(scenario, await observe(given, when));
  } catch (error) {
    return failed(id, error instanceof Untranslatable ? error.message : `the scenario could not be run: ${error}`);
  }
}

/** Sees neither the id nor the expectation. */
async function observe(given: Json | undefined, when: Json | undefined): Promise<Json> {
  if (!isObject(when)) throw new Untranslatable("there is no vector with this id");
  const name = String(when.op);
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (operation === undefined) throw new Untranslatable(`unknown operation ${name}`);
  // A tag that nobody knows must not be met first inside a tool, where it would look like the tool's failure.
  decode(given ?? null);
  return operation(parse(givenFormat, given, "given"), when as JsonObject);
}

function judge({ id, expected, hostText }: Scenario, observed: Json): Verdict {
  const { schedulerSensitive, ...binding } = expected;
  const free = Array.isArray(schedulerSensitive) ? schedulerSensitive : [];
  const [first] = compare(withoutItems(binding, free), withoutItems(observed, free), unboundBy(hostText));
  return first === undefined ? passed(id) : failed(id, `expected ${first.expected}, got ${first.got}`, first.pointer);
}
