import { FunctionCalling } from "@acta/actions/shipped";
import type { Signal, SignalOf } from "@acta/branch";
import type { Message } from "@acta/messages";
import { isObject, type Json, type JsonObject } from "../json.js";
import { encode } from "../program/values.js";
import { kindOf, labelOf } from "./build-scene.js";
import { describeEvent, describeInvocation, describePayload } from "./describe.js";
import { eventsOf, type Heard, type Scene } from "./scene.js";

/** What every operation on a scene leaves behind. */
export function observeScene(scene: Scene): JsonObject {
  const { heard, branch, observer } = scene;
  return {
    trace: heard.trace.steps,
    events: eventsOf(heard).map((event) => ({ label: heard.labels.of("event", event.id), ...describeEvent(event) })),
    messages: branch.messages.messages.map((message) => describeMessage(message, scene)),
    logs: branch.log.map((entry) => describeLog(entry, heard)),
    ...(observer && { observer: observeFlow(scene) }),
  };
}

function describeMessage(message: Message, { branch, heard, requests }: Scene): Json {
  const isGiven = [...requests.values()].some(({ id }) => id === message.id);
  const address = (who: string | null) => {
    if (who === branch.id) return "$branch";
    // The original has a word of its own for a request that nobody addressed.
    if (who === null) return message.kind === "action_request" ? "unset" : null;
    return message.kind === "action_request" && !isGiven && branch.actions.resolve(who) ? `$tool:${who}` : who;
  };
  const { role, sender, recipient } = message;
  const base = { label: labelOf(heard, message), kind: kindOf(message), role, sender: address(sender), recipient: address(recipient) };
  const linked = (id: string | null) => {
    const other = id === null ? undefined : branch.messages.get(id);
    return other ? labelOf(heard, other) : null;
  };
  switch (message.kind) {
    case "message":
      return base;
    case "action_request": {
      const { function: name, arguments: args, actionResponseId: id } = message.content;
      const content = { function: name, arguments: encode(args), action_response_id: linked(id) };
      return { ...base, content, responded: id !== null };
    }
    case "action_response": {
      const { function: name, arguments: args, output, actionRequestId, error } = message.content;
      const content = { function: name, arguments: encode(args), output: encode(output), action_request_id: linked(actionRequestId) };
      return { ...base, content: { ...content, error: encode(error) }, success: message.success };
    }
  }
}

function describeLog(entry: unknown, { labels }: Heard): Json {
  const { id, metadata, branch, ...rest } = entry as { readonly [key: string]: unknown };
  if (typeof id !== "string") return { ...(encode(rest) as JsonObject), branch: typeof branch === "string" ? "$branch" : encode(branch) };
  return { id: labels.of("event", id), metadata: describeMetadata(metadata), ...(encode(rest) as JsonObject) };
}

/** The original names the class in its own way. */
export function describeMetadata(metadata: unknown): Json {
  return { lion_class: isObject(metadata) ? encode(metadata.class) : null };
}

function observeFlow({ heard, observer, signalsBefore, streams }: Scene): JsonObject {
  const stored = observer?.stored.slice(signalsBefore) ?? [];
  const messages = stored.filter((signal): signal is SignalOf<"message"> => signal.kind === "message");
  const filled = streams.filter((name) => observer?.stream(name).length);
  const entries = filled.map((name) => [name, observer?.stream(name).map((signal) => describeItem(signal, heard))]);
  return {
    stored: stored.filter(({ kind }) => kind !== "message").map((signal) => describeSignal(signal, heard)),
    message_signals: messages.map(({ message }) => labelOf(heard, message)),
    ...(filled.length > 0 && { streams: Object.fromEntries(entries) }),
  };
}

function describeItem(signal: Signal, heard: Heard): Json {
  const isEvent = signal.kind === "event" && signal.event instanceof FunctionCalling;
  return isEvent ? { $event: heard.labels.of("event", (signal.event as FunctionCalling).id) } : describeSignal(signal, heard);
}

function describeSignal(signal: Signal, heard: Heard): Json {
  const { labels } = heard;
  switch (signal.kind) {
    case "hook":
      return { kind: "HookSignal", point: signal.point, payload: describePayload(signal.payload ?? {}, labels) };
    case "gate_denied":
      return { kind: "GateDenied", data: describeInvocation(signal.call) };
    case "event": {
      const { event } = signal;
      return event instanceof FunctionCalling
        ? { kind: "FunctionCalling", event: labels.of("event", event.id), status: event.status }
        : null;
    }
    case "message":
      return { kind: "MessageAdded", message: labelOf(heard, signal.message) };
  }
}
