import type { Io } from "./io.js";
import { printable, printableJson } from "./printable.js";

/** Says why nothing was done: in a sentence on stderr, and with `json` as data on stdout. The exit status. */
export function reportRefusal(fields: { readonly [name: string]: string }, sentence: string, json: boolean, io: Io): number {
  if (json) io.stdout.write(`${printableJson({ type: "refusal", ...fields })}\n`);
  io.stderr.write(`${printable(sentence)}\n`);
  return 1;
}
