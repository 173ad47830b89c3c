import { SessionObserver, type Signal, type SignalKind } from "@acta/branch";
import { observeWhere } from "@acta/branch/shipped";
import type { Match, SessionSpec } from "../format.js";
import { drive } from "../program/drive.js";
import { createError } from "../program/errors.js";
import { Program } from "../program/program.js";
import { buildGate } from "./build-gate.js";
import type { Heard } from "./scene.js";

type KindName = Extract<Match, string>;

/** Events are no signals in the original. */
const kinds: { readonly [kind in KindName]: readonly SignalKind[] } = {
  FunctionCalling: ["event"],
  HookSignal: ["hook"],
  MessageAdded: ["message"],
  GateDenied: ["gate_denied"],
  Signal: ["hook", "message", "gate_denied"],
};

export const nameOf = ({ kind }: Signal): KindName =>
  (Object.keys(kinds) as KindName[]).find((name) => kinds[name].includes(kind)) ?? "Signal";

export function buildObserver({ gate, subscribers = [], routes = [] }: SessionSpec, heard: Heard): SessionObserver {
  const observer = new SessionObserver({ gate: gate && buildGate(gate, heard) });
  for (const { id, match, mode = "sync", do: steps } of subscribers) {
    const program = new Program(steps);
    observeWhere(observer, matcher(match), (signal) => {
      // Those of messages are told in the background, where the original was not traced.
      if (signal.kind !== "message") heard.trace.add("subscriber", { id, matched: nameOf(signal) });
      return drive(mode, program.begin(signal.kind === "event" ? signal.event : signal)) as undefined;
    });
  }
  for (const { match, into } of routes) observer.route(matcher(match), into);
  return observer;
}

/** A predicate that raises does so for events, and matches nothing else. */
function matcher(match: Match): (signal: Signal) => boolean {
  if (typeof match === "string") return ({ kind }) => kinds[match].includes(kind);
  const error = createError(match.predicate_raises);
  return ({ kind }) => {
    if (kind === "event") throw error;
    return false;
  };
}
