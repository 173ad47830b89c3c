import type { FunctionCalling } from "@acta/actions";
import type { EventStatus } from "@acta/event";
import { withAbort } from "../caller.js";
import { eventWhen } from "../format.js";
import { buildBranch } from "../given/build-branch.js";
import { isObject, type Json } from "../json.js";
import { observeEvent } from "../observe/observe-event.js";
import { observeRaised } from "../observe/raised.js";
import { parse } from "../parse.js";
import { decode } from "../program/values.js";
import { Untranslatable } from "../untranslatable.js";
import type { Operation } from "./operation.js";

/** The event of a run, and what was left running. */
interface Run {
  readonly event: FunctionCalling;
  background: Promise<unknown>;
}

type StepKind = (run: Run, operand: Json) => unknown;

const kinds: { readonly [kind: string]: StepKind } = {
  construct: () => undefined,
  invoke: ({ event }) => event.invoke(),
  invoke_cancelled_after_ms: ({ event }, ms) => withAbort(Number(ms), (signal) => event.invoke({ signal })),
  invoke_in_background: (run) => {
    run.background = run.event.invoke();
  },
  join_background: ({ background }) => background,
  set_status: ({ event }, status) => {
    event.status = status as EventStatus;
  },
  completion_event: ({ event }) => Promise.race([event.completion, Promise.resolve()]),
  wait_completion_while_invoking: ({ event }) => Promise.all([event.completion, event.invoke()]),
  to_dict: ({ event }) => event.toJSON(),
  to_dict_json: ({ event }) => JSON.stringify(event),
};

export const event: Operation = async (given, when) => {
  const spec = parse(eventWhen, when, "when");
  const steps = spec.steps.map(toStep);
  const { branch, heard } = await buildBranch(given);
  if (branch.actions.resolve(spec.tool) === undefined) throw new Untranslatable(`there is no tool ${spec.tool}`);
  let constructed: FunctionCalling;
  try {
    constructed = await branch.actions.prepareUngoverned({ function: spec.tool, arguments: decode(spec.arguments) });
  } catch (error) {
    return { event: null, raised: observeRaised(error), toolRuns: heard.starts.length };
  }
  const raised = await runSteps(constructed, steps);
  return { event: observeEvent(constructed), raised, toolRuns: heard.starts.length };
};

/** What the first step that raised something raised; the steps after it are done all the same. */
async function runSteps(constructed: FunctionCalling, steps: readonly ((run: Run) => unknown)[]): Promise<Json> {
  const run: Run = { event: constructed, background: Promise.resolve() };
  let raised: Json = null;
  for (const step of steps) {
    try {
      await step(run);
    } catch (error) {
      raised ??= observeRaised(error);
    }
  }
  return raised;
}

function toStep(step: Json): (run: Run) => unknown {
  const [[name, operand] = ["", null], ...more] = isObject(step) ? Object.entries(step) : [[String(step), null] as const];
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  if (kind === undefined || more.length > 0) throw new Untranslatable(`unknown step ${JSON.stringify(step)}`);
  return (run) => kind(run, operand as Json);
}
