import type { Journal } from "@acta/journal";
import { BullmqError } from "./bullmq-error.js";

type Check = readonly [fits: (value: unknown) => boolean, says: string];

const isPositive = (value: unknown) => typeof value === "number" && value > 0 && Number.isFinite(value);
const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 1;
const isName = (value: unknown) => typeof value === "string" && value !== "" && !value.includes(":");
const isObject = (value: unknown) => typeof value === "object" && value !== null;

const aTime: Check = [isPositive, "a finite number of milliseconds, more than 0"];
const aCount: Check = [isCount, "a whole number from 1"];
const aName: Check = [isName, "a name without a colon"];
const aFunction: Check = [(value) => typeof value === "function", "a function"];

const shared = {
  connection: [(value: unknown) => typeof value === "string" || isObject(value), "a URL or the options of ioredis"],
  queue: aName,
  prefix: [(value: unknown) => typeof value === "string" && value !== "", "a name"],
  journal: [isSharedJournal, "a journal that is durable and that processes share"],
} satisfies { readonly [name: string]: Check };

export const executorChecks: { readonly [name: string]: Check } = {
  ...shared,
  name: [(value) => typeof value === "string" && value !== "", "a name"],
  keepMs: aTime,
  maxArgumentBytes: aCount,
  maxEvents: aCount,
  lookUpMs: aTime,
  onError: aFunction,
};

export const workerChecks: { readonly [name: string]: Check } = {
  ...shared,
  tools: [Array.isArray, "a list of tools"],
  concurrency: aCount,
  lockMs: aTime,
  graceMs: aTime,
  maxResultBytes: aCount,
  onDiagnostic: aFunction,
};

/** Throws `invalid_options` for a value that makes no sense, and for a name that is none of an option: it would be a mistake unnoticed. */
export function checkOptions(options: object, checks: { readonly [name: string]: Check }): void {
  for (const [name, value] of Object.entries(options)) {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (check === undefined) throw new BullmqError("invalid_options", `there is no option ${name}`);
    const [fits, says] = check;
    if (value !== undefined && !fits(value)) throw new BullmqError("invalid_options", `${name} must be ${says}`);
  }
}

/** A claim in a journal that dies with its process, or that only one process sees, keeps nobody from running a call twice. */
function isSharedJournal(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { append, capabilities } = value as Partial<Journal>;
  return typeof append === "function" && capabilities?.durable === true && capabilities.shared === true;
}
