import type { FunctionCalling } from "@acta/actions";
import type { FunctionCalling as ShippedFunctionCalling } from "@acta/actions/shipped";
import type { CallContext, Decision, Json } from "@acta/governance";
import type { HookPoint, HookPoints } from "@acta/hooks";
import type { Message } from "@acta/messages";

/** What an observer is told, always after the record: derived, never authority. */
export type Signal =
  /** The live call where it ran in this process; its record where it was refused or read from the journal. */
  | { readonly kind: "event"; readonly callId: string; readonly event: FunctionCalling | ShippedFunctionCalling | Json }
  /** Only where a hook bus exists. */
  | { readonly kind: "hook"; readonly callId: string; readonly point: HookPoint; readonly payload?: HookPoints[HookPoint] | undefined }
  | { readonly kind: "message"; readonly callId: string | null; readonly message: Message }
  /** A policy or a gate denied; guards, processors and approvers have no signal of their own. */
  | { readonly kind: "gate_denied"; readonly callId: string; readonly call: CallContext; readonly decision: Decision };

export type SignalKind = Signal["kind"];
export type SignalOf<Kind extends SignalKind> = Extract<Signal, { kind: Kind }>;
