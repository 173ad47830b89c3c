import { parseArgs } from "node:util";

export interface Options {
  readonly kills: number;
  /** For each number of workers. */
  readonly calls: number;
  readonly seed: number;
  readonly json: boolean;
}

export const usage = "npm run bullmq [-- --kills N] [--calls N] [--seed S] [--json]";

/** Throws an error whose message is for the user. */
export function readOptions(given: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...given],
    options: {
      kills: { type: "string", default: "50" },
      calls: { type: "string", default: "10000" },
      seed: { type: "string" },
      json: { type: "boolean", default: false },
    },
  });
  return {
    kills: wholeNumber("kills", values.kills),
    calls: wholeNumber("calls", values.calls),
    seed: values.seed === undefined ? Date.now() % 2 ** 31 : wholeNumber("seed", values.seed),
    json: values.json,
  };
}

function wholeNumber(name: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`--${name} needs a whole number from 1, not "${text}"`);
  return Number(text);
}
