import { ActionManager } from "@acta/actions";
import { chainWhen } from "../format.js";
import { AgentHooks } from "../given/build-agent.js";
import { buildTool } from "../given/build-tool.js";
import type { Json } from "../json.js";
import { observeRaised } from "../observe/raised.js";
import { parse } from "../parse.js";
import { decode, encode } from "../program/values.js";
import type { Operation } from "./operation.js";

/** A chain of processors is part of a tool, so it is seen at a tool that gives back what it gets. */
export const chain: Operation = async (_, when) => {
  const spec = parse(chainWhen, when, "when");
  const { tool, input } = spec;
  const ran: string[] = [];
  const table = "phase" in spec ? { "post:*": spec.hooks } : { "security_pre:*": spec.security, "pre:*": spec.user };
  const echo = buildTool({ tool, params: [{ name: "fields", variadic: "keyword" }], behaviour: [{ return_input: true }] }, () => {});
  const manager = new ActionManager([new AgentHooks(table, (id) => ran.push(id)).attach(echo)]);
  const end = await run(manager, { function: tool, arguments: decode(input) });
  return { ...end, ran };
};

async function run(manager: ActionManager, call: { readonly function: string; readonly arguments: unknown }) {
  try {
    const { execution } = await manager.invokeUngoverned(call);
    const returned: Json = encode(execution.response);
    return execution.error === null ? { returned } : { returned, raised: observeRaised(execution.error) };
  } catch (error) {
    return { returned: null, raised: observeRaised(error) };
  }
}
