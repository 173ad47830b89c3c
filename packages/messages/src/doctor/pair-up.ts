import { createActionRequest } from "../create-action-request.js";
import { createActionResponse } from "../create-action-response.js";
import { freezeJson } from "../freeze-json.js";
import type { ActionError, ActionRequest, ActionResponse, Message } from "../message.js";
import type { Finding, FindingCode } from "./finding.js";
import type { DoctorOptions, Placed } from "./repair.js";

/** Nobody knows: to say that the call did not run would be a guess. */
const lost: ActionError = { code: "lost", message: "The call was interrupted; its outcome is unknown." };

/** Every request with its one response. All responses are looked at first, because they may stand anywhere. */
export function pairUp(kept: readonly Placed[], options: Decided) {
  return new Pairing(kept, options).run();
}

type Decided = { readonly [Key in keyof DoctorOptions]-?: NonNullable<DoctorOptions[Key]> };

class Pairing {
  readonly #kept: readonly Placed[];
  readonly #options: Decided;
  /** Of the messages that are there. */
  readonly #ids: ReadonlySet<string>;
  /** Those, and ids of messages that will be. */
  readonly #taken: Set<string>;
  readonly #requests = new Map<string, Placed<ActionRequest>>();
  readonly #responses = new Map<string, Placed<ActionResponse>[]>();
  readonly #findings: Finding[] = [];
  readonly #added: Message[] = [];
  readonly #removed: Message[] = [];
  readonly #pending: string[] = [];
  /** By request id. */
  readonly #answers = new Map<string, Placed<ActionResponse>>();

  constructor(kept: readonly Placed[], options: Decided) {
    this.#kept = kept;
    this.#options = options;
    this.#ids = new Set(kept.map(({ message }) => message.id));
    for (const { message, index } of kept) {
      if (message.kind === "action_request") this.#requests.set(message.id, { message, index });
      if (message.kind !== "action_response") continue;
      const { actionRequestId } = message.content;
      const known = this.#responses.get(actionRequestId);
      if (known === undefined) this.#responses.set(actionRequestId, [{ message, index }]);
      else known.push({ message, index });
    }
    this.#taken = new Set([...this.#ids, ...this.#responses.keys()]);
  }

  run() {
    for (const [requestId, responses] of this.#responses) this.#choose(requestId, responses);
    const messages = this.#kept.flatMap((placed) => this.#mended(placed));
    return {
      messages,
      answers: this.#answers,
      findings: this.#findings,
      added: this.#added,
      removed: this.#removed,
      pending: this.#pending,
    };
  }

  /** The response that the request names, or the first. */
  #choose(requestId: string, responses: readonly Placed<ActionResponse>[]): void {
    const named = this.#requests.get(requestId)?.message.content.actionResponseId;
    const chosen = responses.find(({ message }) => message.id === named) ?? responses[0];
    if (chosen !== undefined) this.#answers.set(requestId, chosen);
    for (const { message, index } of responses) {
      if (message === chosen?.message) continue;
      this.#found("second_response", message.id, index);
      this.#removed.push(message);
    }
  }

  /** Of a response only where it stands; as it will be it is among the answers. */
  #mended({ message, index }: Placed): readonly Placed[] {
    if (message.kind === "action_request") return [this.#mendedRequest(message, index)];
    if (message.kind !== "action_response") return [{ message, index }];
    const { actionRequestId } = message.content;
    if (this.#answers.get(actionRequestId)?.index !== index) return [];
    if (this.#requests.has(actionRequestId)) return [{ message, index }];
    this.#found("missing_request", message.id, index);
    if (this.#ids.has(actionRequestId)) {
      // What has the id is no request, so that there cannot be one.
      this.#answers.delete(actionRequestId);
      this.#removed.push(message);
      return [];
    }
    const request = requestOf(message);
    this.#added.push(request);
    return [
      { message: request, index },
      { message, index },
    ];
  }

  #mendedRequest(request: ActionRequest, index: number): Placed {
    const answer = this.#answers.get(request.id);
    if (answer === undefined) return this.#unanswered(request, index);
    const { message: response } = answer;
    if (response.content.function !== request.content.function || response.correlationId !== request.correlationId) {
      this.#found("mismatched_response", response.id, answer.index);
      const content = { ...response.content, function: request.content.function };
      this.#answers.set(request.id, { ...answer, message: freezeJson({ ...response, content, correlationId: request.correlationId }) });
    }
    if (request.content.actionResponseId === response.id) return { message: request, index };
    this.#found("wrong_link", request.id, index);
    return { message: linked(request, response.id), index };
  }

  #unanswered(request: ActionRequest, index: number): Placed {
    if (this.#options.isPending(request)) {
      this.#pending.push(request.id);
      return { message: request, index };
    }
    this.#found("missing_response", request.id, index);
    const id = this.#freeId(request);
    const response = createActionResponse({ id, createdAt: this.#options.now(), request, output: null, error: lost });
    this.#added.push(response);
    this.#answers.set(request.id, { message: response, index });
    return { message: linked(request, id), index };
  }

  /** The one that the request names, unless that is another message's. */
  #freeId({ id, content }: ActionRequest): string {
    let free = content.actionResponseId || `${id}/response`;
    while (this.#taken.has(free)) free += "/response";
    this.#taken.add(free);
    return free;
  }

  #found(code: FindingCode, messageId: string, index: number): void {
    this.#findings.push({ code, messageId, index });
  }
}

function linked(request: ActionRequest, actionResponseId: string): ActionRequest {
  return freezeJson({ ...request, content: { ...request.content, actionResponseId } });
}

/** A response repeats what its request says. */
function requestOf({ id, createdAt, sender, recipient, correlationId, content }: ActionResponse): ActionRequest {
  const { actionRequestId, function: name, arguments: asked } = content;
  const init = { id: actionRequestId, createdAt, sender: recipient, recipient: sender, correlationId, function: name, arguments: asked };
  return linked(createActionRequest(init), id);
}
