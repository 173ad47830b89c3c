// Contracts without dependencies repeat a few types; this pins the copies equal.
import type { Case as ActionsCase, Check as ActionsCheck } from "../../packages/actions/src/conformance/case.js";
import type { Json as EventJson } from "../../packages/event/src/json.js";
import type { Case as GovernanceCase } from "../../packages/governance/src/conformance/case.js";
import type { Json as GovernanceJson } from "../../packages/governance/src/json.js";
import type { Case as JournalCase, Check as JournalCheck } from "../../packages/journal/src/conformance/case.js";
import type { Json as JournalJson } from "../../packages/journal/src/json.js";
import type { Json as MessagesJson } from "../../packages/messages/src/json.js";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <_ extends true>() => {};

same<Equal<JournalJson, GovernanceJson>>();
same<Equal<MessagesJson, GovernanceJson>>();
same<Equal<EventJson, GovernanceJson>>();
same<Equal<GovernanceCase<unknown>, JournalCase<unknown>>>();
// @ts-expect-error the check itself tells two types apart
same<Equal<JournalJson, string>>();

// So is what a kit is made of.
same<Equal<ActionsCase<string>, JournalCase<string>>>();
same<Equal<ActionsCheck, JournalCheck>>();
