import { canonicalJson } from "@acta/governance";
import type { ApprovalDecidedBody, ProposedBody } from "../records.js";
import { Redaction } from "../redaction.js";
import type { Act } from "./act.js";
import { type Approved, Call } from "./call.js";
import { parse } from "./propose.js";

/** A call that was proposed before, here or in a process that is gone. `given` is what is to be run in place of what was asked. */
export function recordedCall(act: Act, body: ProposedBody, given: unknown = body.arguments): Call {
  const { callId, requestId, function: name, arguments: asked, correlationId, parentCallId, isRedacted, batch } = body;
  const { actions, redact } = act.scope;
  const redaction = Redaction.of(name, actions, redact);
  const raw = parse(given);
  const proposal = {
    callId,
    requestId,
    function: name,
    asked,
    raw,
    correlationId,
    parentCallId,
    redaction,
    isRedacted,
    message: null,
    batch,
  };
  return new Call(act, proposal, { repeated: null, isStored: true });
}

/** An approval as it counts for the call. */
export const toApproved = ({ by, arguments: input }: ApprovalDecidedBody): Approved[] =>
  input === null ? [] : [{ canonical: canonicalJson(input), by }];
