import { writeSync } from "node:fs";
import { sqliteJournal } from "../../src/index.js";

/** Appends pairs without end, eight at once, and writes the number of each that was answered: `crasher.mjs PATH NAME`. */
const [path = "", name = ""] = process.argv.slice(2);
const journal = sqliteJournal({ path });
let next = 0;

async function write(): Promise<void> {
  for (;;) {
    const number = next++;
    const pair = ["a", "b"].map((half) => ({ id: `${name}.${number}.${half}`, kind: "note", at: number, body: "x".repeat(200) }));
    await journal.append("shared", pair);
    writeSync(1, `${number}\n`);
  }
}

await Promise.all(Array.from({ length: 8 }, write));
