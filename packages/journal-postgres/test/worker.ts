// A process of its own with one journal, driven by messages.
import type { Lease } from "@acta/journal";
import { postgresJournal } from "../src/postgres-journal.js";
import type { Command } from "./worker-process.js";

const [connectionString = "", schema = ""] = process.argv.slice(2);
const journal = postgresJournal({ connectionString, schema });
let lease: Lease | null = null;

async function obey(command: Command): Promise<unknown> {
  switch (command.do) {
    case "append":
      return journal.append(...command.with);
    case "flood":
      for (let index = 0; index < command.count; index++) {
        await journal.append(command.branchId, [{ id: `${command.prefix}:${index}`, kind: "note", at: 0, body: index }]);
      }
      return command.count;
    case "acquire":
      lease = await journal.acquire(...command.with);
      return lease?.fence;
    case "renew":
      return lease?.renew();
    case "close":
      return journal.close();
  }
}

process.on("message", (command: Command) => {
  obey(command).then(
    (value) => process.send?.({ value }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.send?.({ value: "ready" });
