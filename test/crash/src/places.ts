import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, escapeIdentifier } from "pg";
import { type Place, type StoreName, stores } from "./place.js";

/** Makes places on a real disk and on the server of `ACTA_TEST_POSTGRES_URL`, and removes them all. */
export class Places {
  readonly folder = mkdtempSync(join(tmpdir(), "acta-crash-"));
  readonly #connectionString: string;
  readonly #schemas: string[] = [];
  #count = 0;

  constructor(connectionString: string) {
    this.#connectionString = connectionString;
  }

  /** The stores that this machine has, of those that are asked for. */
  available(store: StoreName | undefined): readonly StoreName[] {
    const wanted = store === undefined ? stores : [store];
    return wanted.filter((name) => name !== "postgres" || this.#connectionString !== "");
  }

  make(store: StoreName): Place {
    if (store === "sqlite") return { store, path: this.file("db") };
    const schema = `acta_crash_${randomUUID()}`;
    this.#schemas.push(schema);
    return { store, connectionString: this.#connectionString, schema };
  }

  file(ending: string): string {
    return join(this.folder, `${++this.#count}.${ending}`);
  }

  async remove(): Promise<void> {
    rmSync(this.folder, { recursive: true, force: true });
    if (this.#schemas.length === 0) return;
    const client = new Client({ connectionString: this.#connectionString, options: "-c client_min_messages=warning" });
    await client.connect();
    // One at a time: a transaction that drops everything would need more locks than a server has by default.
    for (const schema of this.#schemas) await client.query(`drop schema if exists ${escapeIdentifier(schema)} cascade`);
    await client.end();
  }
}
