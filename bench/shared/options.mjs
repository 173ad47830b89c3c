import { resolve } from "node:path";
import { parseArgs } from "node:util";

/** What was asked for on the command line; ends the program with a sentence, and with 2, where that is not understood. */
export function readOptions(usage, options) {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return refuse(`${error.message}\n${usage}`);
  }
}

/** The names in a list with commas, all of them without one. */
export function chosen(names, given) {
  if (given === undefined) return names;
  const wanted = given.split(",");
  const unknown = wanted.filter((name) => !names.includes(name));
  return unknown.length === 0
    ? names.filter((name) => wanted.includes(name))
    : refuse(`There is no ${unknown.join(", ")}. There are ${names.join(", ")}.`);
}

/** Relative to where npm was called. */
export const pathOf = (given) => resolve(process.env.INIT_CWD ?? ".", given);

function refuse(sentence) {
  console.error(sentence);
  process.exit(2);
}
