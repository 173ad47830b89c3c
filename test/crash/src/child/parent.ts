import type { Said } from "./job.js";

/** To the process that started this one. */
export const tell = (said: Said) => process.send?.(said);

/** Never answers: the process waits to be killed. */
export function hold(): Promise<never> {
  tell({ say: "held" });
  return never();
}

export const never = () => new Promise<never>(() => {});

/** Until the parent says anything. */
export const told = () => new Promise<void>((resolve) => process.once("message", () => resolve()));
