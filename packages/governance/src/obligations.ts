export type { Obligations } from "./decision.js";
export { honoured, type Supported, unmetObligations } from "./obligations/honoured.js";
