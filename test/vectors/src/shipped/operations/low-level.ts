import { type FunctionCalling, invoke, isDeclaredAsync } from "@acta/actions/shipped";
import { z } from "zod";
import { managerInvokeWhen } from "../../format.js";
import type { Json } from "../../json.js";
import type { Operation } from "../../operations/operation.js";
import { parse } from "../../parse.js";
import { typeOf } from "../../program/errors.js";
import { decode, encode } from "../../program/values.js";
import { Untranslatable } from "../../untranslatable.js";
import { buildScene } from "../build-scene.js";
import { describeEvent } from "../describe.js";
import { describeError } from "../errors.js";
import { observeScene } from "../observe.js";
import { toEnvelope } from "../requests.js";
import type { Scene } from "../scene.js";
import { withCancel } from "../with-cancel.js";

/** The manager directly, without a transaction. */
export const managerInvoke: Operation = async (given, when) => {
  const spec = parse(managerInvokeWhen, when, "when");
  const scene = await buildScene(given);
  const request = toEnvelope(spec.request, scene.requests);
  const events: FunctionCalling[] = [];
  const end = await withCancel(spec.cancel_after_ms, (signal) => invokeTraced(scene, request, events, signal));
  const described = events.map((event) => ({ label: scene.heard.labels.of("event", event.id), ...describeEvent(event) }));
  return { ...observeScene(scene), events: described, returned_event: end.isReturned ? (described[0] ?? null) : null, raised: end.raised };
};

interface End {
  readonly isReturned: boolean;
  readonly raised: Json;
}

async function invokeTraced(
  { branch, heard }: Scene,
  request: unknown,
  events: FunctionCalling[],
  signal: AbortSignal | undefined,
): Promise<End> {
  heard.trace.add("invoke");
  try {
    const event = await invoke(branch.actions, request, { signal, onEvent: (constructed) => events.push(constructed) });
    heard.trace.add("invoke.end", { event: heard.labels.of("event", event.id), status: event.status });
    return { isReturned: true, raised: null };
  } catch (error) {
    heard.trace.add("invoke.end", { raised: error instanceof Error ? typeOf(error) : typeof error });
    return { isReturned: false, raised: describeError(error) };
  }
}

const callableWhen = z.strictObject({ op: z.literal("call_callable"), tool: z.string(), arguments: z.json() });

/** The function of a tool, past everything. */
export const callCallable: Operation = async (given, when) => {
  const { tool: name, arguments: args } = parse(callableWhen, when, "when");
  const scene = await buildScene(given);
  const tool = scene.branch.actions.resolve(name);
  if (tool === undefined) throw new Untranslatable(`there is no tool ${name}`);
  const context = { callId: "", idempotencyKey: "", attempt: 1, signal: new AbortController().signal };
  try {
    const returned: unknown = await tool.run(decode(args as Json), context);
    return { returned: encode(returned), raised: null, ...observeScene(scene) };
  } catch (error) {
    return { returned: null, raised: describeError(error), ...observeScene(scene) };
  }
};

export const isAsync: Operation = async (given) => {
  const { branch } = await buildScene(given);
  return { classified_async: Object.fromEntries(branch.actions.tools.map(({ name, run }) => [name, isDeclaredAsync(run)])) };
};
