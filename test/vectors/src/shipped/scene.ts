import type { FunctionCalling } from "@acta/actions/shipped";
import type { Branch, SessionObserver } from "@acta/branch";
import type { Call } from "@acta/branch/shipped";
import type { ActionRequest } from "@acta/messages";
import type { Awaitable } from "../program/values.js";
import type { Labels } from "./labels.js";
import type { Trace } from "./trace.js";

/** What the parts were heard to do. */
export interface Heard {
  readonly trace: Trace;
  readonly labels: Labels;
  readonly calls: Call[];
  /** Monotonic times of the starts of tool bodies, milliseconds. */
  readonly starts: number[];
  readonly awaitables: Awaitable[];
  readonly lines: string[];
  inFlight: number;
  maxInFlight: number;
  ranOffThread: boolean;
}

export interface Scene {
  readonly branch: Branch;
  readonly observer: SessionObserver | null;
  /** Request messages by the handles that vectors have for them. */
  readonly requests: Map<string, ActionRequest>;
  readonly heard: Heard;
  /** How many signals the observer had before the call. */
  readonly signalsBefore: number;
  /** Names of the observer's streams. */
  readonly streams: readonly string[];
}

export function eventsOf(heard: Heard): readonly FunctionCalling[] {
  return heard.calls.flatMap(({ event }) => event ?? []);
}
