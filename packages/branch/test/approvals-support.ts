import { escalate, type Policy } from "@acta/governance";
import type { ActionResponseModel, ApprovalRefusal, BranchOptions } from "../src/index.js";
import { ask, end, tool, watch } from "./support.js";

/** Asks for an approval of every call. */
export const sure: Policy = {
  id: "sure",
  version: "1",
  decide: () => escalate("sure?", { approvers: ["ada", "grace"], expiresInMs: 500 }),
};
export const by = { by: "ada" };

/** A branch with one call that waits; `ran` has what ran. */
export async function arrange(options: BranchOptions & { readonly asked?: unknown } = {}) {
  const ran: unknown[] = [];
  const { asked = { n: 1 }, ...rest } = options;
  const echo = tool("t", (input) => {
    ran.push(input);
    return input;
  });
  const watched = watch({ policy: sure, tools: [echo], ...rest });
  const { branch } = watched;
  const models = await branch.act(ask("t", asked));
  const [approval] = await branch.approvals();
  return { ...watched, ran, models, id: approval?.id ?? "", approval, echo };
}

export const asEnd = (answer: ActionResponseModel | ApprovalRefusal) => ("outcome" in answer ? end(answer) : answer.code);
