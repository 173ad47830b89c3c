import { appendCases } from "./append-cases.js";
import type { Case } from "./case.js";
import { closeCases } from "./close-cases.js";
import { durableCases } from "./durable-cases.js";
import { identityCases } from "./identity-cases.js";
import { leaseCases } from "./lease-cases.js";
import { matterCases } from "./matter-cases.js";
import { readCases } from "./read-cases.js";
import { sharedCases } from "./shared-cases.js";
import type { JournalSubject } from "./subject.js";
import { unsettledCases } from "./unsettled-cases.js";
import { valueCases } from "./value-cases.js";

/** Every obligation of the contract. Free of any test runner: `for (const one of journalCases) test(one.id, () => one.run(subject, check))`. */
export const journalCases: readonly Case<JournalSubject>[] = [
  ...appendCases,
  ...identityCases,
  ...matterCases,
  ...readCases,
  ...unsettledCases,
  ...leaseCases,
  ...valueCases,
  ...closeCases,
  ...durableCases,
  ...sharedCases,
];
