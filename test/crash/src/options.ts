import { parseArgs } from "node:util";
import { type StoreName, stores } from "./place.js";

export interface Options {
  readonly kills: number;
  /** Processes that are stopped past their lease. */
  readonly zombies: number;
  /** Undefined: all. */
  readonly store: StoreName | undefined;
  readonly seed: number;
  readonly json: boolean;
}

export const usage = "npm run crash [-- --kills N] [--zombies N] [--store sqlite|postgres] [--seed S] [--json]";

/** Throws an error whose message is for the user. */
export function readOptions(given: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...given],
    options: {
      kills: { type: "string", default: "300" },
      zombies: { type: "string", default: "50" },
      store: { type: "string" },
      seed: { type: "string" },
      json: { type: "boolean", default: false },
    },
  });
  return {
    kills: wholeNumber("kills", values.kills),
    zombies: wholeNumber("zombies", values.zombies),
    store: storeNamed(values.store),
    seed: values.seed === undefined ? Date.now() % 2 ** 31 : wholeNumber("seed", values.seed),
    json: values.json,
  };
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`--${name} needs a whole number, not "${text}"`);
  return Number(text);
}

function storeNamed(name: string | undefined): StoreName | undefined {
  const store = stores.find((known) => known === name);
  if (name !== undefined && store === undefined) throw new Error(`--store is ${stores.join(" or ")}, not "${name}"`);
  return store;
}
