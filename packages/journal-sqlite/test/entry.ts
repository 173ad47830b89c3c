import type { NewEntry } from "@acta/journal";

/** An entry that only has a name, and what it opens or settles. */
export const entry = (id: string, matter: Pick<NewEntry, "opens" | "settles"> = {}): NewEntry => ({
  id,
  kind: "note",
  at: 1,
  ...matter,
  body: null,
});
