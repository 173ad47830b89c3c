import type { Json } from "@acta/governance";
import type { Entry } from "@acta/journal";
import type { Message } from "@acta/messages";
import type { ActionResponseModel } from "../../src/index.js";

/** One start of a tool. */
export interface Run {
  readonly callId: string;
  readonly attempt: number;
  readonly effect: string;
  /** Whether the intent of this very attempt was stored when it started. */
  readonly hadIntent: boolean;
  /** It threw `NotExecuted`: nothing happened. */
  hadNoEffect: boolean;
}

/** How one `act` ended, and what it was asked. */
export interface Acted {
  readonly functions: readonly string[];
  /** Null where it threw something that carries no responses. */
  readonly models: readonly ActionResponseModel[] | null;
  readonly thrown: unknown;
  /** What it may throw besides its own errors. */
  readonly reason: unknown;
}

export interface View {
  readonly messages: readonly Message[];
  readonly log: readonly Json[];
}

/** Everything that can be seen of a branch from outside, after some acts. */
export interface Observation {
  readonly acts: readonly Acted[];
  readonly live: View;
  readonly rebuilt: View;
  readonly entries: readonly Entry[];
  readonly runs: readonly Run[];
  readonly hooks: readonly { readonly point: string; readonly callId: string }[];
  /** Calls whose proposal was stored although the journal said that it was not. */
  readonly secretlyProposed: ReadonlySet<string>;
  /** Calls whose settlement the journal refused at least once. */
  readonly endangered: ReadonlySet<string>;
  readonly unhandled: readonly unknown[];
  readonly leftovers: { readonly timers: number; readonly listeners: number };
}
