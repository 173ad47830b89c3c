import { sqliteJournal } from "../../src/index.js";

/** Appends entries to the branch `shared`, some at once: `writer.mjs PATH NAME COUNT IN-FLIGHT`. A failure is printed as its code. */
const [path = "", name = "", count = "0", inFlight = "1"] = process.argv.slice(2);
let next = 0;

async function write(): Promise<void> {
  while (next < Number(count)) {
    const number = next++;
    await journal.append("shared", [{ id: `${name}.${number}`, kind: "note", at: number, body: { name, number } }]);
  }
}

const journal = sqliteJournal({ path });
try {
  await Promise.all(Array.from({ length: Number(inFlight) }, write));
  await journal.close();
} catch (error) {
  console.log(error instanceof Error && "code" in error ? error.code : String(error));
  process.exitCode = 1;
}
