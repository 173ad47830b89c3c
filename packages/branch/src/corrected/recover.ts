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
import { carryOut, conclude } from "./perform.js";
import { recordedCall } from "./recorded-call.js";

/** Ends the calls that a dead process left open; one that may run again takes the same way as any other. */
export async function recover(scope: Scope, left: Iterable<OpenCall>, options: RecoverOptions): Promise<ActionResponseModel[]> {
  if (scope.lost.error) throw scope.lost.error;
  const act = new Act(scope, resolveOptions({ attributes: options.attributes }));
  const models: ActionResponseModel[] = [];
  for (const open of left) {
    if (!isOrphan(open) || isWaiting(open)) continue;
    models.push(await (hasStarted(open) ? end(act, open, options) : endUndecided(act, open)));
  }
  await act.settled();
  if (act.lost) throw act.lost;
  return models;
}

type Orphan = OpenCall & { readonly proposed: ProposedBody };

const isOrphan = (open: OpenCall): open is Orphan => open.proposed !== null;

/** Whether the attempt that was approved last was about to run; where no approval was asked for there is nothing to wait for. */
function hasStarted({ approval, intended }: OpenCall): boolean {
  return approval === null || (intended !== null && intended.attempt > approval.attempt);
}

async function end(act: Act, open: Orphan, options: RecoverOptions): Promise<ActionResponseModel> {
  const { call, ended, before } = await whatBecameOf(act, open, options);
  const outcome = ended ?? honest((await decide(call)) ?? (await carryOut(call)), before);
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
