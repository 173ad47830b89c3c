import type { Json } from "@acta/messages";
import { chatItems } from "./chat-messages.js";
import { defineReader } from "./codec.js";
import type { InputFormat } from "./format.js";
import { isList, isObject, property, textProperty } from "./json-value.js";

export interface SweAgentMessage {
  readonly role: string;
}

/** A trajectory. */
export interface SweAgentInput {
  readonly history: readonly SweAgentMessage[];
  readonly trajectory?: readonly object[] | undefined;
}

export const sweAgentFormat: InputFormat = {
  name: "swe-agent",
  marks: "history of messages with a message_type",
  keys: ["history"],
  isMarked: ({ raw, path }) => path[0] === "history" && isOfTrajectory(raw),
  isPlausible: ({ raw, path }) => path[0] === "history" && isObject(raw),
  *items(pieces) {
    // Models that write what they do as text have it under `action`, and call nothing.
    for (const [turn, piece] of pieces.entries()) yield* chatItems(piece, turn);
  },
  workingDirectory: (raw) => {
    const steps = property(raw, "trajectory");
    return isList(steps) ? textProperty(stateOf(steps[0]), "working_dir") : undefined;
  },
};

/** Trajectories of SWE-agent, read only. A turn is one message of the model; an id may come again in a later turn. */
export const sweAgent = defineReader<SweAgentInput>(sweAgentFormat);

function isOfTrajectory(raw: Json): boolean {
  return ["message_type", "agent", "tool_call_ids"].some((key) => property(raw, key) !== undefined);
}

/** An object, or its JSON text. */
function stateOf(step: Json | undefined): Json | undefined {
  const state = property(step, "state");
  if (typeof state !== "string") return state;
  try {
    return JSON.parse(state) as Json;
  } catch {
    return undefined;
  }
}
