import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { PolicyLike } from "@acta/governance";
import { describeError } from "./printable.js";
import { unlessAborted } from "./unless-aborted.js";
import { UsageError } from "./usage-error.js";

/**
 * The policy of an ES module of the user's: what its `createPolicy`, called without arguments, gives or promises. The module is code that
 * runs with all rights of this process. Throws `UsageError`, or the reason of the signal.
 */
export async function loadPolicyModule(path: string, signal: AbortSignal): Promise<PolicyLike> {
  const refuse = (problem: string, cause?: unknown) => new UsageError(`The policy module ${path} ${problem}.`, { cause });
  if (!existsSync(path)) throw refuse("does not exist");
  // A module may wait for something that never comes.
  const module = await unlessAborted(signal, load(resolve(path))).catch((cause) => {
    signal.throwIfAborted();
    throw refuse(`cannot be loaded: ${sentenceOf(cause)}`, cause);
  });
  const { createPolicy } = module;
  if (typeof createPolicy !== "function") throw refuse("exports no function createPolicy");
  const policy: unknown = await unlessAborted(signal, Promise.resolve().then(createPolicy as () => unknown)).catch((cause) => {
    signal.throwIfAborted();
    throw refuse(`has failed in createPolicy: ${sentenceOf(cause)}`, cause);
  });
  if (!isPolicy(policy)) throw refuse("has a createPolicy that gives no policy: an id and a function decide, or a function");
  return policy;
}

const load = (path: string): Promise<{ readonly createPolicy?: unknown }> => import(/* @vite-ignore */ pathToFileURL(path).href);

function isPolicy(value: unknown): value is PolicyLike {
  if (typeof value === "function") return true;
  try {
    const { id, decide } = value as { readonly id?: unknown; readonly decide?: unknown };
    return typeof id === "string" && typeof decide === "function";
  } catch {
    return false;
  }
}

const sentenceOf = (error: unknown) => describeError(error).split("\\n")[0]?.replace(/\.$/, "");
