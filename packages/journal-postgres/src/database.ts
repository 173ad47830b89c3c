import type { Pool } from "pg";
import { migrate } from "./migrate.js";
import { openPool } from "./open-pool.js";
import type { PostgresJournalOptions } from "./options.js";
import type { PostgresPool, Row } from "./postgres-pool.js";
import { type Statements, statementsFor } from "./statements.js";

/** The statements of one schema, over a pool; its tables are there when the first one runs. */
export class Database {
  readonly #pool: PostgresPool;
  /** To be ended; a pool from outside is not. */
  readonly #own: Pool | undefined;
  readonly #schema: string;
  readonly #statements: Statements;
  #migrated: Promise<void> | undefined;

  constructor(options: PostgresJournalOptions) {
    this.#schema = options.schema ?? "acta";
    const bytes = new TextEncoder().encode(this.#schema).length;
    if (bytes === 0 || bytes > 63 || this.#schema.includes("\0")) throw new TypeError("A schema's name has 1 to 63 bytes and no NUL.");
    this.#statements = statementsFor(this.#schema);
    if (options.pool) this.#pool = options.pool;
    else this.#pool = this.#own = openPool(options);
  }

  /**
   * Never prepared: a plan that is kept was made for the tables as they were, and reads all of them when they have grown; and behind a
   * pooler there may be another connection each time.
   */
  async run(statement: keyof Statements, values: unknown[]): Promise<readonly Row[]> {
    await this.#ready();
    const { rows } = await this.#pool.query(this.#statements[statement], values);
    return rows;
  }

  async end(): Promise<void> {
    await this.#own?.end();
  }

  #ready(): Promise<void> {
    this.#migrated ??= migrate(this.#pool, this.#schema).catch((error: unknown) => {
      this.#migrated = undefined;
      throw error;
    });
    return this.#migrated;
  }
}
