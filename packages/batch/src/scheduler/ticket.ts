import type { HeapItem } from "./heap.js";

/** Something that waits in line: the lower its number, the earlier. No number is given twice. */
export interface Ticketed extends HeapItem {
  ticket: number;
}

export const byTicket = (one: Ticketed, other: Ticketed): boolean => one.ticket < other.ticket;
