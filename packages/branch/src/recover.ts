import type { Journal } from "@acta/journal";
import { Branch } from "./branch.js";
import { BranchError, RecordLost } from "./branch-error.js";
import type { BranchOptions } from "./branch-options.js";
import { checkOptions } from "./check-options.js";
import { readPages } from "./read-pages.js";
import type { RecoverOptions } from "./recover-options.js";
import type { ActionResponseModel } from "./response-model.js";

/** A call that recovery ended. */
export type Recovered = ActionResponseModel & { readonly branchId: string };

/**
 * Ends every call that a dead process left open, in all branches of a journal or in one. Branches that a living process holds are left alone,
 * and so are calls that wait for an approval. Rejects, when all other branches are done, where one could not be recovered. May be run twice, and by several processes at once: a call is ended once.
 */
export async function recover(
  journal: Journal,
  options: Omit<BranchOptions, "id" | "journal"> & RecoverOptions & { readonly branchId?: string | undefined } = {},
): Promise<readonly Recovered[]> {
  const { branchId, rerun, attributes, signal, ...shared } = { ...options, journal };
  checkOptions(shared);
  const ids = branchId === undefined ? await branchesWithOpenCalls(journal) : [branchId];
  const recovered: Recovered[] = [];
  const errors: unknown[] = [];
  for (const id of ids) {
    if (signal?.aborted) break;
    try {
      const models = await recoverBranch({ ...shared, id }, { rerun, attributes, signal });
      recovered.push(...models.map((model) => ({ ...model, branchId: id })));
    } catch (error) {
      errors.push(error);
    }
  }
  if (signal?.aborted) throw signal.reason;
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} branches could not be recovered`);
  return recovered;
}

async function recoverBranch(
  options: BranchOptions & { readonly id: string; readonly journal: Journal },
  recovery: RecoverOptions,
): Promise<readonly ActionResponseModel[]> {
  const branch = await Branch.open(options).catch(unlessTaken);
  if (branch === null) return [];
  const recovering = branch.recover(recovery).finally(() => branch.close());
  return (await recovering.catch(unlessTaken)) ?? [];
}

async function branchesWithOpenCalls(journal: Journal): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for await (const { entries } of readPages((after) => journal.unsettled({ kind: "call.proposed", after }))) {
    for (const entry of entries) ids.add(entry.branchId);
  }
  return ids;
}

/** Whoever takes a branch, before or meanwhile, ends its calls. */
function unlessTaken(error: unknown): null {
  const reason = RecordLost.isInstance(error) ? error.cause : error;
  if (BranchError.isInstance(reason) && reason.code === "branch_taken") return null;
  throw error;
}
