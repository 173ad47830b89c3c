import { construct, FunctionCalling } from "@acta/actions/shipped";
import type { EventStatus } from "@acta/event";
import { eventWhen } from "../../format.js";
import { isObject, type Json, type JsonObject } from "../../json.js";
import type { Operation } from "../../operations/operation.js";
import { parse } from "../../parse.js";
import { encode } from "../../program/values.js";
import { Untranslatable } from "../../untranslatable.js";
import { buildScene } from "../build-scene.js";
import { describeEvent } from "../describe.js";
import { describeError } from "../errors.js";
import { describeMetadata } from "../observe.js";
import type { Scene } from "../scene.js";
import { decodeArguments } from "../values.js";
import { withCancel } from "../with-cancel.js";

interface Run {
  readonly event: FunctionCalling;
  readonly scene: Scene;
  background: Promise<unknown>;
}

/** What a step shows beside the event after it; null: it does not show the event. */
interface Seen {
  readonly fields?: JsonObject;
  readonly showsEvent?: boolean;
}

type StepKind = (run: Run, operand: Json) => Promise<Seen> | Seen;

const returned: Seen = { fields: { returned: null } };

const kinds: { readonly [kind: string]: StepKind } = {
  construct: () => ({}),
  invoke: async ({ event }) => {
    await event.invoke();
    return returned;
  },
  invoke_cancelled_after_ms: async ({ event }, ms) => {
    await withCancel(Number(ms), (signal) => event.invoke({ signal }));
    return returned;
  },
  invoke_in_background: (run) => {
    run.background = run.event.invoke();
    return {};
  },
  join_background: async ({ background }) => {
    await background;
    return {};
  },
  set_status: ({ event }, status) => {
    event.status = status as EventStatus;
    return {};
  },
  completion_event: async ({ event }) => ({ fields: { is_set: await isSet(event) }, showsEvent: false }),
  wait_completion_while_invoking: async ({ event }) => {
    const before = await isSet(event);
    const [woken, invoked] = await Promise.allSettled([event.completion, event.invoke()]);
    const raised = invoked.status === "rejected" ? { raised: describeError(invoked.reason) } : {};
    return { fields: { set_before: before, ...raised, set_after: woken.status === "fulfilled", status: event.status }, showsEvent: false };
  },
  to_dict: ({ event, scene }) => ({ fields: { serialized: serialized(event.toJSON(), scene) }, showsEvent: false }),
  to_dict_json: ({ event, scene }) => ({ fields: { serialized: serialized(JSON.parse(JSON.stringify(event)), scene) }, showsEvent: false }),
  from_dict: () => FunctionCalling.fromJSON(),
  assert_completed: ({ event }) => {
    event.assertCompleted();
    return {};
  },
  created_at_unchanged_by_invoke: async ({ event }) => {
    const { createdAt } = event;
    await event.invoke();
    return { fields: { holds: event.createdAt === createdAt }, showsEvent: false };
  },
};

export const event: Operation = async (given, when) => {
  const spec = parse(eventWhen, when, "when");
  const steps = spec.steps.map(toStep);
  const scene = await buildScene(given);
  const seen: JsonObject[] = [];
  let run: Run | undefined;
  for (const { json, perform } of steps) {
    try {
      run ??= { event: await construct(scene.branch.actions, call(spec.tool, spec.arguments)), scene, background: Promise.resolve() };
    } catch (error) {
      return { steps: [{ do: json, raised: describeError(error) }], trace: scene.heard.trace.steps };
    }
    seen.push(await performStep(run, json, perform));
  }
  return { steps: seen, trace: scene.heard.trace.steps };
};

const call = (name: string, args: Json) => ({ function: name, arguments: decodeArguments(args) });

async function performStep(run: Run, json: Json, perform: (run: Run) => Promise<Seen> | Seen): Promise<JsonObject> {
  try {
    const { fields = {}, showsEvent = true } = await perform(run);
    return { do: json, ...fields, ...(showsEvent && { event: describeEvent(run.event) }) };
  } catch (error) {
    return { do: json, raised: describeError(error), event: describeEvent(run.event) };
  }
}

/** Without waiting for it. */
function isSet({ completion }: FunctionCalling): Promise<boolean> {
  const isComplete = completion.then(() => true);
  return Promise.race([isComplete, new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 0))]);
}

function serialized(json: unknown, { heard }: Scene): Json {
  const { id, metadata, ...rest } = json as { readonly [key: string]: unknown };
  return { id: heard.labels.of("event", String(id)), metadata: describeMetadata(metadata), ...(encode(rest) as JsonObject) };
}

function toStep(json: Json): { readonly json: Json; readonly perform: (run: Run) => Promise<Seen> | Seen } {
  const [name, operand] = isObject(json) ? (Object.entries(json)[0] ?? ["", null]) : [String(json), null];
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  if (kind === undefined) throw new Untranslatable(`unknown step ${JSON.stringify(json)}`);
  return { json, perform: (run) => kind(run, operand as Json) };
}
