import { refuseOldEngine } from "./engine.js";
import { migrate } from "./schema.js";
import { applySettings, type Synchronous } from "./settings.js";
import type { SqliteDatabase } from "./sqlite-database.js";
import { prepareStatements, type Statements } from "./statements.js";
import { Tails } from "./tail.js";

/** A connection that is ready: checked, set, with the newest schema. */
export interface Store {
  readonly database: SqliteDatabase;
  readonly statements: Statements;
  readonly tails: Tails;
}

/** May throw what the driver throws, also that the file is locked; it can then be called again. */
export function openStore(database: SqliteDatabase, synchronous: Synchronous): Store {
  refuseOldEngine(database);
  applySettings(database, synchronous);
  migrate(database);
  return { database, statements: prepareStatements(database), tails: new Tails() };
}
