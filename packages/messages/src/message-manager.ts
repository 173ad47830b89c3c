import { freezeJson } from "./freeze-json.js";
import type { ActionRequest, ActionResponse, Message } from "./message.js";
import { MessageError } from "./message-error.js";
import { parseMessage } from "./parse-message.js";
import type { Position } from "./position.js";
import { sameMessage } from "./same-message.js";

export interface Added {
  /** False where the very same message was in the history before. */
  readonly added: boolean;
  /** As it stands in the history now. */
  readonly message: Message;
}

/** A message with, where it is an answered request, its response. */
interface Entry {
  message: Message;
  response?: ActionResponse;
  readonly block: Block;
  readonly batchId: string | undefined;
  readonly index: number;
}

/** What stands together: the entries of one batch; any other entry is a block of its own. */
interface Block {
  readonly entries: Entry[];
  /** How many messages, responses included. */
  size: number;
}

/**
 * The history of a branch (ADR-0012 D2). It only grows: nothing moves but the members of one batch among themselves, so that adding costs
 * the same however long the history is.
 */
export class MessageManager {
  readonly #blocks: Block[] = [];
  readonly #batches = new Map<string, Block>();
  readonly #messages = new Map<string, Message>();
  readonly #requests = new Map<string, Entry>();
  readonly #open = new Set<Entry>();
  #snapshot: readonly Message[] | undefined;

  /** The whole history, frozen; the same array until something is added. */
  get messages(): readonly Message[] {
    this.#snapshot ??= Object.freeze(this.#blocks.flatMap(flatten));
    return this.#snapshot;
  }

  /** The same by what stands together: a batch, or any other message, with the responses. */
  get blocks(): readonly (readonly Message[])[] {
    return this.#blocks.map(flatten);
  }

  /** The requests that have no response, in the order they were added. */
  get openRequests(): readonly ActionRequest[] {
    return Array.from(this.#open, (entry) => entry.message as ActionRequest);
  }

  /** The message as it stands now: an answered request has the id of its response. */
  get(id: string): Message | undefined {
    return this.#messages.get(id);
  }

  responseTo(requestId: string): ActionResponse | undefined {
    return this.#requests.get(requestId)?.response;
  }

  /**
   * Adds a message at the end, or at its place within its batch; a response directly after its request, which then links to it.
   * The same message again changes nothing. Throws {@link MessageError} `invalid_message`, `duplicate_message`, `unknown_request`, `conflicting_response`.
   */
  add(message: Message, position: Position = {}): Added {
    const parsed = parseMessage(message);
    const existing = this.#messages.get(parsed.id);
    if (existing !== undefined) {
      if (sameMessage(existing, parsed)) return { added: false, message: existing };
      throw new MessageError("duplicate_message", `Another message with the id ${parsed.id} is in the history.`);
    }
    if (parsed.kind === "action_response") this.#answer(parsed);
    else this.#place(parsed, position);
    this.#messages.set(parsed.id, parsed);
    this.#snapshot = undefined;
    return { added: true, message: parsed };
  }

  /**
   * The last messages: at most `size`, and fewer where the next pair or batch does not fit whole. System messages at the very start of the history
   * are always part of the window and count. Throws {@link MessageError} `invalid_window` unless `size` is a whole number from 0, or Infinity.
   */
  window(size: number): readonly Message[] {
    if (size !== Infinity && !(Number.isInteger(size) && size >= 0)) {
      throw new MessageError("invalid_window", "The size of a window is a whole number, or Infinity.");
    }
    const blocks = this.#blocks;
    let start = 0;
    while (blocks[start]?.entries.every((entry) => entry.message.role === "system")) start += 1;
    const system = blocks.slice(0, start).flatMap(flatten).slice(0, size);
    let room = size - system.length;
    let from = blocks.length;
    for (; from > start; from -= 1) {
      room -= blocks[from - 1]?.size ?? 0;
      if (room < 0) break;
    }
    return Object.freeze([...system, ...blocks.slice(from).flatMap(flatten)]);
  }

  /** An independent history with the same messages. */
  clone(): MessageManager {
    const copy = new MessageManager();
    for (const entry of this.#blocks.flatMap((block) => block.entries)) {
      copy.add(entry.message, entry);
      if (entry.response !== undefined) copy.add(entry.response);
    }
    return copy;
  }

  #answer(response: ActionResponse): void {
    const { actionRequestId } = response.content;
    const entry = this.#requests.get(actionRequestId);
    if (entry?.message.kind !== "action_request") {
      throw new MessageError("unknown_request", `The history has no request ${actionRequestId} for the response ${response.id}.`);
    }
    const { content } = entry.message;
    if ((content.actionResponseId ?? response.id) !== response.id) {
      throw new MessageError(
        "conflicting_response",
        `The request ${actionRequestId} has the response ${content.actionResponseId} already.`,
      );
    }
    entry.message = freezeJson({ ...entry.message, content: { ...content, actionResponseId: response.id } });
    entry.response = response;
    entry.block.size += 1;
    this.#messages.set(actionRequestId, entry.message);
    this.#open.delete(entry);
  }

  #place(message: Message, { batchId, index }: Position): void {
    let block = batchId === undefined ? undefined : this.#batches.get(batchId);
    if (block === undefined) {
      block = { entries: [], size: 0 };
      this.#blocks.push(block);
      if (batchId !== undefined) this.#batches.set(batchId, block);
    }
    const { entries } = block;
    const entry: Entry = { message, block, batchId, index: index ?? entries.at(-1)?.index ?? 0 };
    // From the end, because members nearly always come in order.
    const before = entries.findLastIndex((member) => member.index <= entry.index);
    entries.splice(before + 1, 0, entry);
    block.size += 1;
    if (message.kind !== "action_request") return;
    this.#requests.set(message.id, entry);
    if (message.content.actionResponseId === null) this.#open.add(entry);
  }
}

function flatten(block: Block): Message[] {
  return block.entries.flatMap(({ message, response }) => (response === undefined ? [message] : [message, response]));
}
