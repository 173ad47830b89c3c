import type { Effect } from "@acta/governance";
import type { Cut } from "../cuts.js";
import type { Place } from "../place.js";
import type { Broken } from "./broken.js";

/** Short, so that a dead process is not waited for long. */
export const leaseMs = 200;

/** Longer: a process has to be stopped before it renews. */
export const zombieLeaseMs = 600;

interface Common {
  readonly place: Place;
  /** Path of the witness. */
  readonly witness: string;
  readonly broken?: Broken | undefined;
}

/** What a child process is told to do. */
export type Job = Common &
  (
    | { readonly do: "hold"; readonly branchId: string; readonly cut: Cut | "after-answer"; readonly effect: Effect }
    | { readonly do: "storm"; readonly branchId: string; readonly seed: number }
    /** Leaves `calls` calls of each of the branches in their effects. */
    | { readonly do: "leave"; readonly branchIds: readonly string[]; readonly calls: number }
    | {
        readonly do: "recover";
        /** Default: every branch. */
        readonly branchId?: string | undefined;
        readonly rerun: boolean;
        readonly reconciles?: boolean | undefined;
        /** Held before it stores its second settlement. */
        readonly isHeld?: boolean | undefined;
        /** Says `ready`, and begins when it is told to go. */
        readonly waits?: boolean | undefined;
      }
    /** Approves the call that waits in each branch; says `ready` and waits to be told to go, before each. */
    | {
        readonly do: "decide";
        readonly branchIds: readonly string[];
        readonly leaseMs: number;
        /** It has the branch open when it is ready. */
        readonly opensFirst?: boolean | undefined;
      }
    /** Calls one after another; says `ready` and begins when it is told to go. */
    | { readonly do: "write"; readonly branchId: string; readonly calls: number }
    /** A call in each branch, one after another; every effect lasts until the process is told to go on. */
    | { readonly do: "zombie"; readonly branchIds: readonly string[] }
  );

/** What a child process says to its parent. */
export type Said =
  /** It is about to begin. */
  | { readonly say: "ready" }
  /** It has come to the point where it stops. */
  | { readonly say: "held" }
  /** How a call ended, or the code of a refusal, or of what was thrown. */
  | { readonly say: "ended"; readonly how: string };
