import type { Io } from "../io.js";
import { printable } from "../printable.js";

/** Says on stderr what it is told, but nothing twice in a row: a Redis that is away complains again and again. */
export function complaints({ stderr }: Io): (sentence: string) => void {
  let last = "";
  return (sentence) => {
    if (sentence !== last) stderr.write(`${printable(sentence)}\n`);
    last = sentence;
  };
}
