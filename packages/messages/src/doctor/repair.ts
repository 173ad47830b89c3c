import type { ActionRequest, Message } from "../message.js";
import { MessageError } from "../message-error.js";
import { parseMessage } from "../parse-message.js";
import type { Finding } from "./finding.js";
import { inOrder } from "./in-order.js";
import { pairUp } from "./pair-up.js";
import { withoutRepeats } from "./without-repeats.js";

export interface DoctorOptions {
  /** A request that waits, for an approval or for a call that runs: it is left open. Default: none waits. */
  readonly isPending?: ((request: ActionRequest) => boolean) | undefined;
  /** Of the responses that are added. Milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
}

export interface Examination {
  /** True where there is no finding. */
  readonly isHealthy: boolean;
  /** In the order of what they are about; several may be about one message. */
  readonly findings: readonly Finding[];
  /** Ids of the requests that are left open. */
  readonly pending: readonly string[];
}

export interface Repair extends Examination {
  /** The history as it was given, the very same, where there is no finding. */
  readonly history: readonly Message[];
  /** What was put in. */
  readonly added: readonly Message[];
  /** What was taken out. */
  readonly removed: readonly Message[];
}

/** A message with its place in the history as it was given; what was put in has that of its cause. */
export interface Placed<Kind extends Message = Message> {
  readonly message: Kind;
  readonly index: number;
}

/**
 * Finds what providers refuse in a history: calls without an answer, answers without a call, either of them twice, answers out of place. Changes nothing.
 * Throws {@link MessageError} `invalid_message` for what is no message.
 */
export function examine(history: readonly unknown[], options: DoctorOptions = {}): Examination {
  const { isHealthy, findings, pending } = repair(history, options);
  return { isHealthy, findings, pending };
}

/**
 * Mends what `examine` finds, and says what it did. Afterwards every request that does not wait has exactly one response, which says no more than is known.
 * What is sound stays as it is, and where it is. Throws {@link MessageError} `invalid_message` for what is no message.
 */
export function repair(history: readonly unknown[], { isPending = () => false, now = Date.now }: DoctorOptions = {}): Repair {
  const given = history.map(parse);
  const unique = withoutRepeats(given);
  const paired = pairUp(unique.kept, { isPending, now });
  const ordered = inOrder(paired.messages, paired.answers);
  const findings = [...unique.findings, ...paired.findings, ...ordered.findings].sort((one, other) => one.index - other.index);
  const isHealthy = findings.length === 0;
  return {
    isHealthy,
    findings,
    pending: paired.pending,
    history: isHealthy ? (history as readonly Message[]) : ordered.history,
    added: paired.added,
    removed: [...unique.removed, ...paired.removed],
  };
}

function parse(value: unknown, index: number): Placed {
  if (typeof value === "object" && value !== null) {
    try {
      return { message: parseMessage(value), index };
    } catch (cause) {
      throw new MessageError("invalid_message", `What stands at ${index} is no message.`, { cause });
    }
  }
  throw new MessageError("invalid_message", `What stands at ${index} is no message.`);
}
