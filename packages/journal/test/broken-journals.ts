import { brokenAppends } from "./broken/append.js";
import type { BrokenJournal } from "./broken/defects.js";
import { brokenIdentities } from "./broken/identity.js";
import { brokenLeases } from "./broken/lease.js";
import { brokenMatters } from "./broken/matter.js";
import { brokenReads } from "./broken/read.js";
import { brokenStores } from "./broken/store.js";
import { brokenValues } from "./broken/value.js";

/** The controls of the kit: for each case a journal with one defect, which that case must find. */
export const brokenJournals: readonly BrokenJournal[] = [
  ...brokenAppends,
  ...brokenIdentities,
  ...brokenMatters,
  ...brokenReads,
  ...brokenLeases,
  ...brokenValues,
  ...brokenStores,
];
