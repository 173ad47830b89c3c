import { resolveOptions } from "../act-options.js";
import { isWaiting, type OpenCall } from "../open-call.js";
import { escalated } from "../outcome.js";
import type { ProposedBody } from "../records.js";
import type { RecoverOptions } from "../recover-options.js";
import type { ActionResponseModel } from "../response-model.js";
import type { Scope } from "../scope.js";
import { Act } from "./act.js";
import { decide } from "./decide.js";
import { refusedBy } from "./decide-approval.js";
import { honest, whatBecameOf } from "./left-open.js";
import { conclude, takeOrCarry } from "./perform.js";
import { recordedCall } from "./recorded-call.js";

/**
 * Ends the calls that a dead process left open; one that may run again takes the same way as any other. Rejects with `signal.reason` when the
 * caller has aborted, after what was ended is recorded.
 */
export async function recover(scope: Scope, left: Iterable<OpenCall>, options: RecoverOptions): Promise<ActionResponseModel[]> {
  if (scope.lost.error) throw scope.lost.error;
  const { attributes, signal } = options;
  const act = new Act(scope, resolveOptions({ attributes, signal }));
  try {
    const models = await endAll(act, left, options);
    await act.settled();
    if (act.lost) throw act.lost;
    if (isAborted(act)) throw signal?.reason;
    return models;
  } finally {
    act.close();
  }
}

async function endAll(act: Act, left: Iterable<OpenCall>, options: RecoverOptions): Promise<ActionResponseModel[]> {
  const models: ActionResponseModel[] = [];
  if (isAborted(act)) return models;
  for (const open of left) {
    if (!isOrphan(open) || isWaiting(open)) continue;
    const model = await (hasStarted(open) ? end(act, open, options) : endUndecided(act, open));
    if (model) models.push(model);
    if (isAborted(act)) break;
  }
  return models;
}

const isAborted = ({ stopped }: Act): boolean => stopped?.by === "caller";

type Orphan = OpenCall & { readonly proposed: ProposedBody };

const isOrphan = (open: OpenCall): open is Orphan => open.proposed !== null;

/** Whether the attempt that was approved last was about to run; where no approval was asked for there is nothing to wait for. */
function hasStarted({ approval, intended }: OpenCall): boolean {
  return approval === null || (intended !== null && intended.attempt > approval.attempt);
}

/** Null: the caller no longer waited for what its tool can tell, and the call stays open. */
async function end(act: Act, open: Orphan, options: RecoverOptions): Promise<ActionResponseModel | null> {
  const { call, ended, before } = await whatBecameOf(act, open, options);
  if (isAborted(act)) return null;
  const outcome = ended ?? honest((await decide(call)) ?? (await takeOrCarry(call)), before);
  return conclude(call, outcome);
}

/** Whoever decided the approval is gone: what was refused stays refused, and what was approved has to be approved again. */
function endUndecided(act: Act, open: Orphan): ActionResponseModel | Promise<ActionResponseModel> {
  const { proposed, approval, decided } = open;
  const call = recordedCall(act, proposed);
  if (approval === null || decided === null || !decided.approved) {
    return conclude(call, refusedBy(decided ?? { reason: "expired", by: "", note: null }));
  }
  call.resolve();
  call.attempt = approval.attempt + 1;
  call.asked = approval;
  return conclude(call, escalated(`${call.id}:${call.attempt}:approval`, approval.reason));
}
