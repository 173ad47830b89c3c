import type { CallContext } from "@acta/governance";
import { toCedar } from "./to-cedar.js";

/** A call as Cedar is asked about it. Throws `Unsupported`. */
export function requestOf({
  function: name,
  arguments: input,
  branchId,
  sessionId,
  attributes,
  effect,
  attempt,
  at,
  approval,
}: CallContext) {
  const principal = { type: "Branch", id: uid(branchId ?? "") };
  const context = toCedar({ effect, attempt, at, approved: approval !== null, session: sessionId }, "host");
  return {
    principal,
    action: { type: "Action", id: uid(name) },
    resource: { type: "Tool", id: uid(name) },
    context: { ...context, arguments: toCedar(input, "model") },
    entities: [{ uid: principal, attrs: toCedar(attributes, "host"), parents: [] }],
  };
}

/** A name as the id of an entity. */
const uid = (name: string) => String(toCedar({ name }, "host").name);
