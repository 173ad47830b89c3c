import type { FunctionCalling } from "@acta/actions";
import { withAbort } from "../caller.js";
import { managerInvokeWhen } from "../format.js";
import { buildBranch } from "../given/build-branch.js";
import type { Json } from "../json.js";
import { observeEvent } from "../observe/observe-event.js";
import { observeRaised } from "../observe/raised.js";
import { parse } from "../parse.js";
import type { Operation } from "./operation.js";
import { toEnvelope } from "./requests.js";

export const managerInvoke: Operation = async (given, when) => {
  const spec = parse(managerInvokeWhen, when, "when");
  const { branch, heard, requests } = await buildBranch(given);
  const call = toCall(toEnvelope(spec.request, requests));
  let event: FunctionCalling | undefined;
  const raised = await withAbort(spec.cancel_after_ms, async (signal): Promise<Json> => {
    try {
      // In two steps, because a rejected invocation gives its event to nobody.
      event = await branch.actions.prepareUngoverned(call);
      await event.invoke({ timeoutMs: event.tool.timeoutMs, signal });
      return null;
    } catch (error) {
      return observeRaised(error);
    }
  });
  return { event: observeEvent(event), raised, toolRuns: heard.starts.length };
};

type Call = { readonly function: string; readonly arguments: unknown };

/** A request message holds its call in its content. */
function toCall(envelope: unknown): Call {
  const { content } = (envelope ?? {}) as { readonly content?: Call };
  return content ?? (envelope as Call);
}
