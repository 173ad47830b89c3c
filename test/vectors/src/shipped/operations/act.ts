import type { ActionResponseModel, Envelope } from "@acta/branch";
import type { ShippedBatchOptions } from "@acta/branch/shipped";
import { type ActWhen, actWhen } from "../../format.js";
import { isObject, type Json, type JsonObject } from "../../json.js";
import type { Operation } from "../../operations/operation.js";
import { parse } from "../../parse.js";
import { encode } from "../../program/values.js";
import { buildScene } from "../build-scene.js";
import { describeError } from "../errors.js";
import { observeScene } from "../observe.js";
import { toRequests } from "../requests.js";
import type { Scene } from "../scene.js";
import { withCancel } from "../with-cancel.js";
import { Measure } from "./measure.js";
import { toActOptions, toBatchOptions } from "./options.js";

export const act: Operation = async (given, when) => {
  const spec = parse(actWhen, when, "when");
  let isList = false;
  const scene = await buildScene(given, () => isList);
  const requests = toRequests(spec.requests, scene.requests);
  isList = countOf(requests, spec) > 1;
  const measure = new Measure(spec);
  const end = await run(scene, requests as Envelope, spec, measure);
  await quiet();
  return { ...end, ...measure.observe(scene.heard.starts), ...observeCalls(scene), ...observeScene(scene) };
};

function countOf(requests: unknown, { call_params: params }: ActWhen): number {
  if (!Array.isArray(requests)) return 1;
  return params?.input_flatten === true ? requests.flat(Number.POSITIVE_INFINITY).length : requests.length;
}

async function run(scene: Scene, requests: Envelope | readonly Envelope[], spec: ActWhen, measure: Measure): Promise<JsonObject> {
  let batch: ShippedBatchOptions | undefined;
  try {
    batch = spec.call_params ? toBatchOptions(spec.call_params) : undefined;
  } catch (error) {
    return { result: null, raised: describeError(error), raised_while: "building call_params" };
  }
  return withCancel(spec.cancel_after_ms, async (signal) => {
    try {
      const slots = await measure.run(() => scene.branch.act(requests, toActOptions(spec, batch, signal)));
      return { result: slots.map(describeSlot), raised: null };
    } catch (error) {
      return { result: null, raised: describeError(error) };
    }
  });
}

function describeSlot(slot: ActionResponseModel | unknown): Json {
  if (!isObject(slot) || !("callId" in slot)) return encode(slot);
  return { function: encode(slot.function), arguments: encode(slot.arguments), output: encode(slot.output) };
}

function observeCalls({ heard }: Scene): JsonObject {
  return {
    max_in_flight: heard.maxInFlight,
    ran_off_loop_thread: heard.ranOffThread,
    returned_awaitable_was_awaited: heard.awaitables.some(({ wasStarted }) => wasStarted),
    // A logger takes lines: they have no level, and no logger of their own.
    logging: heard.lines.map((message) => ({ message })),
  };
}

/** Signals of messages are told in the background. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, 5));
