import type { Decision, Json } from "@acta/governance";
import type { Unsuccessful } from "./outcome.js";

/** What `decide` finds for one request. */
export interface Preview {
  readonly function: string;
  /** As asked. */
  readonly arguments: Json;
  /** Null where nobody was asked: no policy, an unknown tool, invalid arguments. */
  readonly decision: Decision | null;
  /** How the call would end without being run; null where it would be run, or wait for an approval. */
  readonly outcome: Unsuccessful | null;
}
