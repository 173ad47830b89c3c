import type { CallMap } from "@acta/actions";
import type { Decision, Json, JsonObject } from "@acta/governance";
import type { ActionResponse } from "@acta/messages";
import type { Succeeded, Unsuccessful } from "./outcome.js";

interface ResponseBase {
  readonly callId: string;
  readonly requestId: string;
  readonly attempt: number;
  /** What the policies said last; null where nobody was asked. */
  readonly decision: Decision | null;
  /**
   * The linked message, what codecs write. Null for exactly: a call that waits for an approval, one whose proposal could not be stored,
   * and a second use of one request message.
   */
  readonly response: ActionResponse | null;
}

type Success<C extends CallMap, Name extends keyof C & string> = ResponseBase & {
  readonly success: true;
  readonly function: Name;
  /** As asked; what ran is in the event. */
  readonly arguments: Json;
  /** The tool's own value; `response` holds its JSON form. */
  readonly output: C[Name]["output"];
  readonly outcome: Succeeded;
};

type Failure = ResponseBase & {
  readonly success: false;
  readonly function: string;
  readonly arguments: Json;
  /** For a denied call what the model is told, else null. */
  readonly output: JsonObject | null;
  readonly outcome: Unsuccessful;
};

/** What `act` gives for one request. `success` narrows `function` and `output` together. (ADR-0012 D2) */
export type ActionResponseModel<C extends CallMap = CallMap> = { [Name in keyof C & string]: Success<C, Name> }[keyof C & string] | Failure;
