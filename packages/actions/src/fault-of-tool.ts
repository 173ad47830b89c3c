import type { Tool } from "./tool.js";

/** What is wrong with how a tool describes itself, as the end of a sentence; undefined where nothing is. */
export function faultOfTool(tool: Tool): string | undefined {
  if (typeof tool?.name !== "string" || tool.name === "") return "has no name";
  if (typeof tool.run !== "function") return "has no run function";
  if (typeof tool.input?.["~standard"]?.validate !== "function") return "has no input schema (any Standard Schema)";
  if (!["read", "idempotent", "unsafe", undefined].includes(tool.effect)) return "has an effect that is not read, idempotent or unsafe";
  if (!isOptional(tool.timeoutMs, isPositive)) return "has a timeoutMs that is not a number above 0";
  if (!areLimits(tool.limits)) return "has limits that are not a concurrency >= 1 and a rate of a capacity >= 1 and a refillMs > 0";
  if (!isOptional(tool.redact, areFields)) return "has a redact that is not lists of fields, as input and output";
  return undefined;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const isOptional = <T>(value: T | undefined, fits: (value: T) => boolean) => value === undefined || fits(value);
const isPositive = (value: unknown) => typeof value === "number" && value > 0;
const isCount = (value: unknown) => Number.isInteger(value) && (value as number) >= 1;

function areLimits(limits: Tool["limits"]): boolean {
  if (limits === undefined) return true;
  if (!isObject(limits)) return false;
  const { concurrency = Number.POSITIVE_INFINITY, rate } = limits;
  return (concurrency === Number.POSITIVE_INFINITY || isCount(concurrency)) && isOptional(rate, isRate);
}

const isRate = (rate: unknown) =>
  isObject(rate) &&
  "capacity" in rate &&
  "refillMs" in rate &&
  isCount(rate.capacity) &&
  Number.isFinite(rate.refillMs) &&
  (rate.refillMs as number) > 0;

const areNames = (value: unknown) => Array.isArray(value) && value.every((name) => typeof name === "string");
/** A typing mistake must not be what keeps a secret. */
const areFields = (redact: unknown) =>
  isObject(redact) &&
  Object.entries(redact).every(([part, fields]) => (part === "input" || part === "output") && (fields === undefined || areNames(fields)));
