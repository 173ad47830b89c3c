import { SessionObserver, type Signal, type SignalKind } from "@acta/branch";
import type { Match, SessionSpec } from "../format.js";
import { drive } from "../program/drive.js";
import { createError } from "../program/errors.js";
import { Program } from "../program/program.js";
import { buildGate } from "./build-gate.js";

const kinds: { readonly [kind in Extract<Match, string>]: readonly SignalKind[] } = {
  FunctionCalling: ["event"],
  HookSignal: ["hook"],
  MessageAdded: ["message"],
  GateDenied: ["gate_denied"],
  Signal: ["event", "hook", "message", "gate_denied"],
};

export function buildObserver({ gate, subscribers = [], routes = [] }: SessionSpec): SessionObserver {
  const observer = new SessionObserver({ gate: gate && buildGate(gate) });
  for (const { match, mode, do: steps } of subscribers) {
    const matches = matcher(match);
    const program = new Program(steps);
    for (const kind of kindsOf(match)) {
      observer.observe(kind, (signal) => {
        if (matches(signal)) return drive(mode ?? "sync", program.begin(inputOf(signal))) as undefined;
      });
    }
  }
  for (const { match, into } of routes) observer.route(matcher(match), into);
  return observer;
}

/** A predicate that raises does so for events, and matches nothing else. */
function matcher(match: Match): (signal: Signal) => boolean {
  if (typeof match === "string") return (signal) => kinds[match].includes(signal.kind);
  const error = createError(match.predicate_raises);
  return (signal) => {
    if (signal.kind === "event") throw error;
    return false;
  };
}

const kindsOf = (match: Match) => (typeof match === "string" ? kinds[match] : kinds.FunctionCalling);

const inputOf = (signal: Signal) => (signal.kind === "event" ? signal.event : signal);
