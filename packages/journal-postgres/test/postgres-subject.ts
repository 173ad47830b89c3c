import type { Journal } from "@acta/journal";
import type { JournalSubject } from "@acta/journal/conformance";
import { escapeIdentifier } from "pg";
import { postgresJournal } from "../src/postgres-journal.js";
import { serverUrl, withClient } from "./server.js";

/** What the conformance kit tries: one schema, emptied after each case. */
export class PostgresSubject implements JournalSubject {
  readonly name = "postgres";
  readonly capabilities = ["durable", "shared"] as const;
  readonly #schema: string;
  readonly #handles: Journal[] = [];

  constructor(schema: string) {
    this.#schema = schema;
  }

  async open(): Promise<Journal> {
    const journal = this.reopen();
    await journal.read("");
    return journal;
  }

  reopen(): Journal {
    const journal = postgresJournal({ connectionString: serverUrl, schema: this.#schema });
    this.#handles.push(journal);
    return journal;
  }

  async dispose(): Promise<void> {
    await Promise.all(this.#handles.splice(0).map((handle) => handle.close()));
    const name = escapeIdentifier(this.#schema);
    await withClient((client) => client.query(["branch", "entry", "open_matter"].map((table) => `delete from ${name}.${table}`).join(";")));
  }
}
