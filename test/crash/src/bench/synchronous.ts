/** `FULL` is what is measured; `NORMAL` makes commits cheap, where the code alone matters. */
export type Synchronous = "FULL" | "NORMAL";
