import { ActFailed, type Branch, type Envelope } from "@acta/branch";
import { withAbort } from "../caller.js";
import { actWhen } from "../format.js";
import { buildBranch } from "../given/build-branch.js";
import { type ActEnd, observeAct } from "../observe/observe-act.js";
import { observeRaised } from "../observe/raised.js";
import { parse } from "../parse.js";
import { toActOptions } from "./act-options.js";
import type { Operation } from "./operation.js";
import { toRequests } from "./requests.js";

export const act: Operation = async (given, when) => {
  const spec = parse(actWhen, when, "when");
  const scene = await buildBranch(given);
  const requests = toRequests(spec.requests, scene.requests);
  const end = await withAbort(spec.cancel_after_ms, (signal) => run(scene.branch, requests, toActOptions(spec, signal)));
  return observeAct(scene, end);
};

async function run(branch: Branch, requests: Envelope | readonly Envelope[], options: Parameters<Branch["act"]>[1]): Promise<ActEnd> {
  try {
    return { models: await branch.act(requests, options), raised: null };
  } catch (error) {
    return { models: ActFailed.isInstance(error) ? error.responses : null, raised: observeRaised(error) };
  }
}
