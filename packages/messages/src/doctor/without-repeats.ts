import type { Message } from "../message.js";
import { sameMessage } from "../same-message.js";
import type { Finding } from "./finding.js";
import type { Placed } from "./repair.js";

/** The first message of each id. */
export function withoutRepeats(given: readonly Placed[]) {
  const known = new Map<string, Message>();
  const kept: Placed[] = [];
  const removed: Message[] = [];
  const findings: Finding[] = [];
  for (const placed of given) {
    const { message, index } = placed;
    const first = known.get(message.id);
    if (first === undefined) {
      known.set(message.id, message);
      kept.push(placed);
      continue;
    }
    removed.push(message);
    findings.push({ code: sameMessage(first, message) ? "repeated_message" : "conflicting_message", messageId: message.id, index });
  }
  return { kept, removed, findings };
}
