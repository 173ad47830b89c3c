import { copyFileSync, mkdirSync } from "node:fs";

mkdirSync("published", { recursive: true });
copyFileSync("ledger.mjs", "published/ledger.mjs");
console.log("published");
