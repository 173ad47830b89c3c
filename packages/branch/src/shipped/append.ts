import type { Json } from "@acta/governance";
import { BranchError } from "../branch-error.js";
import type { RecordKind } from "../records.js";
import type { Call } from "./call.js";

/** One entry, waited for. What the journal throws escapes. */
export async function append({ scope }: Call, id: string, kind: RecordKind | "call.logged", body: Json): Promise<void> {
  const stored = await scope.journal.append(scope.branchId, [{ id, kind, at: scope.runtime.now(), body }]);
  if (stored.kind !== "appended") throw new BranchError("record_lost", `the journal answered ${stored.kind}`);
}
