import { total } from "./ledger.mjs";

if (total([5, -2]) !== 3) throw new Error("5 and -2 are 3");
console.log("the ledger adds up");
