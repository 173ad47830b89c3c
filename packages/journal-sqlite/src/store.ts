import { refuseOldEngine } from "./engine.js";
import { migrate } from "./schema.js";
import { applySettings, type Synchronous } from "./settings.js";
import type { SqliteDatabase } from "./sqlite-database.js";
import { prepareStatements, type Statements } from "./statements.js";
import { Tails } from "./tail.js";
import { prepareTransaction, type TransactionStatements } from "./transaction.js";

/** A connection that is ready: checked, set, with the newest schema. */
export interface Store {
  readonly transaction: TransactionStatements;
  readonly statements: Statements;
  readonly tails: Tails;
}

/** May throw what the driver throws, also that the file is locked; it can then be called again. */
export function openStore(database: SqliteDatabase, synchronous: Synchronous): Store {
  refuseOldEngine(database);
  applySettings(database, synchronous);
  migrate(database);
  return { transaction: prepareTransaction(database), statements: prepareStatements(database), tails: new Tails() };
}
