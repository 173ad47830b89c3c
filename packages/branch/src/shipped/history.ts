import { type ActionRequest, type ActionResponse, type Added, type Message, MessageManager } from "@acta/messages";

/**
 * A history in the order of adding, with live values in it. A second response to a request takes the link over, and the first stays.
 * (ADR-0012 D2)
 */
export class AppendedHistory extends MessageManager {
  readonly #messages: Message[] = [];
  readonly #places = new Map<string, number>();
  #snapshot: readonly Message[] | undefined;

  override get messages(): readonly Message[] {
    this.#snapshot ??= Object.freeze([...this.#messages]);
    return this.#snapshot;
  }

  override get openRequests(): readonly ActionRequest[] {
    return this.#messages.filter(
      (message) => message.kind === "action_request" && message.content.actionResponseId === null,
    ) as ActionRequest[];
  }

  override get(id: string): Message | undefined {
    return this.#messages[this.#places.get(id) ?? -1];
  }

  override responseTo(requestId: string): ActionResponse | undefined {
    const request = this.get(requestId);
    if (request?.kind !== "action_request" || request.content.actionResponseId === null) return undefined;
    return this.get(request.content.actionResponseId) as ActionResponse | undefined;
  }

  override add(message: Message): Added {
    const known = this.get(message.id);
    if (known !== undefined) return { added: false, message: known };
    this.#places.set(message.id, this.#messages.push(message) - 1);
    if (message.kind === "action_response") this.#link(message);
    this.#snapshot = undefined;
    return { added: true, message };
  }

  override insert(message: Message): Added {
    return this.add(message);
  }

  /** The last messages, without a response whose request is not among them. */
  override window(size: number): readonly Message[] {
    super.window(size);
    const last = this.#messages.slice(Math.max(0, this.#messages.length - size));
    const ids = new Set(last.map(({ id }) => id));
    return Object.freeze(last.filter((message) => message.kind !== "action_response" || ids.has(message.content.actionRequestId)));
  }

  override clone(): AppendedHistory {
    const copy = new AppendedHistory();
    for (const message of this.#messages) copy.add(message);
    return copy;
  }

  #link({ id, content: { actionRequestId } }: ActionResponse): void {
    const request = this.get(actionRequestId);
    if (request?.kind !== "action_request") return;
    const linked = Object.freeze({ ...request, content: Object.freeze({ ...request.content, actionResponseId: id }) });
    this.#messages[this.#places.get(actionRequestId) ?? -1] = linked;
  }
}
