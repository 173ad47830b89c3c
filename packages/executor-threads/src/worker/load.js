import { codedError } from "./coded-error.js";

/**
 * What a module exports under a name, as a function of input and context: a function, or a tool's `run`. A CommonJS module is looked into too.
 * @param {string} module
 * @param {string} name
 * @returns {Promise<(input: unknown, context: object) => unknown>}
 */
export async function load(module, name) {
  const exported = ownMember(await namespaceOf(module), name);
  if (typeof exported === "function") return exported;
  if (typeof exported?.run === "function") return (input, context) => exported.run(input, context);
  throw codedError("tool_not_found", `the module ${module} exports neither a tool nor a function named ${name}`);
}

/** @param {string} module */
async function namespaceOf(module) {
  try {
    return await import(module);
  } catch (cause) {
    throw codedError("tool_not_found", `the module ${module} could not be loaded`, cause);
  }
}

/**
 * @param {any} namespace
 * @param {string} name
 */
function ownMember(namespace, name) {
  if (Object.hasOwn(namespace, name)) return namespace[name];
  const { default: whole } = namespace;
  return typeof whole === "object" && whole !== null && Object.hasOwn(whole, name) ? whole[name] : undefined;
}
