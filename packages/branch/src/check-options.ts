import type { Tool } from "@acta/actions";
import type { BranchOptions } from "./branch-options.js";
import {
  aFunction,
  aName,
  type Check,
  type Checks,
  isFunction,
  isNumber,
  isObject,
  positive,
  readOptions,
  withMethods,
} from "./option-checks.js";

const aJournal = withMethods("a journal", "append", "read", "unsettled", "acquire", "close");
const aTransaction = withMethods("a transaction", "act", "decide");
const aPolicy = withMethods("a policy", "decide");
const anExecutor = withMethods("an executor", "execute");
const isExecutor = (value: unknown) => anExecutor.fits(value) && aName.fits(get(value, "name")) && isObject(get(value, "capabilities"));
const isOptionalFunction = (value: unknown) => value === undefined || isFunction(value);
const get = (value: unknown, name: string): unknown => Reflect.get(value as object, name);

/** A gate, or a policy: null is neither, because a policy that is missing by mistake would allow everything. */
export const policyLike: Check = {
  fits: (value) => isFunction(value) || aPolicy.fits(value),
  says: "a function, or an object with a method decide",
};

const checks: Checks<BranchOptions> = {
  id: aName,
  tools: { fits: Array.isArray, says: "a list" },
  journal: {
    fits: (value) => aJournal.fits(value) && isObject(get(value, "capabilities")),
    says: `${aJournal.says} and capabilities`,
  },
  policy: policyLike,
  hooks: withMethods("a hook bus", "on", "has", "emit", "emitBlocking"),
  observer: withMethods("an observer", "emit", "store", "listeners"),
  executors: {
    fits: (value) => Array.isArray(value) && value.every(isExecutor),
    says: "a list of executors, each with name, capabilities and execute",
  },
  scheduler: withMethods("a scheduler", "schedule"),
  stallLimitMs: positive,
  transaction: {
    fits: (value) => aTransaction.fits(value) && isOptionalFunction(get(value, "recover")) && isOptionalFunction(get(value, "views")),
    says: aTransaction.says,
  },
  onEscalate: aFunction,
  notify: aFunction,
  gateTimeoutMs: positive,
  escalateTimeoutMs: positive,
  redact: aFunction,
  maxResultLength: positive,
  keep: { fits: (value) => value === Infinity || (Number.isInteger(value) && isNumber(value, 1)), says: "an integer >= 1, or Infinity" },
  logger: aFunction,
  onDiagnostic: aFunction,
  leaseMs: { fits: (value) => isNumber(value, Number.MIN_VALUE) && value < Number.POSITIVE_INFINITY, says: "a finite number > 0" },
  runtime: withMethods("a runtime", "now", "monotonic", "id"),
};

/** A checked copy of the options of a branch or a session. Throws `invalid_options`, before anything happened, with the name of the option. */
export function checkOptions<const Tools extends readonly Tool[]>(options: BranchOptions<Tools>): BranchOptions<Tools> {
  return readOptions<BranchOptions<Tools>>(options, checks);
}
