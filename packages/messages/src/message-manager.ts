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
class Entry {
  message: Message;
  response: ActionResponse | undefined = undefined;
  readonly batch: Batch | undefined;
  readonly index: number;

  constructor(message: Message, batch: Batch | undefined, index: number) {
    this.message = message;
    this.batch = batch;
    this.index = index;
  }
}

/** What stands together, by index. */
interface Batch {
  readonly id: string;
  readonly entries: Entry[];
  /** How many messages, responses included. */
  size: number;
}

/**
 * The history of a branch (ADR-0012 D2). It only grows: nothing moves but the members of one batch among themselves, so that adding costs
 * the same however long the history is.
 */
export class MessageManager {
  /** Each moves as a whole. */
  #blocks: (Entry | Batch)[] = [];
  #size = 0;
  readonly #batches = new Map<string, Batch>();
  /** By the ids of its message and its response. */
  readonly #entries = new Map<string, Entry>();
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

  /** The requests that have no response, in the order of the history. */
  get openRequests(): readonly ActionRequest[] {
    return this.messages.filter(
      (message): message is ActionRequest => message.kind === "action_request" && message.content.actionResponseId === null,
    );
  }

  /** The message as it stands now: an answered request has the id of its response. */
  get(id: string): Message | undefined {
    const entry = this.#entries.get(id);
    if (entry === undefined) return undefined;
    return entry.response?.id === id ? entry.response : current(entry);
  }

  responseTo(requestId: string): ActionResponse | undefined {
    const entry = this.#entries.get(requestId);
    return entry?.message.id === requestId ? entry.response : undefined;
  }

  /**
   * Adds a message at the end, or at its place within its batch; a response directly after its request, which then links to it.
   * The same message again changes nothing. Throws {@link MessageError} `invalid_message`, `duplicate_message`, `unknown_request`, `conflicting_response`.
   */
  add(message: Message, position?: Position): Added {
    return this.insert(parseMessage(message), position);
  }

  /** As `add`, for a message that was assembled or parsed by this package: it is taken as it is. */
  insert(message: Message, position?: Position): Added {
    if (this.insertNew(message, position)) return { added: true, message };
    const existing = this.get(message.id) as Message;
    if (sameMessage(existing, message)) return { added: false, message: existing };
    throw new MessageError("duplicate_message", `Another message with the id ${message.id} is in the history.`);
  }

  /**
   * As `insert`, where the history has no message with this id. False: it has one, the same or another, and nothing changes.
   * Throws {@link MessageError} `unknown_request`, `conflicting_response`.
   */
  insertNew(message: Message, position?: Position): boolean {
    if (this.#entries.has(message.id)) return false;
    if (message.kind === "action_response") this.#answer(message);
    else this.#place(message, position);
    this.#size += 1;
    this.#snapshot = undefined;
    return true;
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
    while (start < blocks.length && entriesOf(blocks[start]).every((entry) => entry.message.role === "system")) start += 1;
    const system = blocks.slice(0, start).flatMap(flatten).slice(0, size);
    let room = size - system.length;
    let from = blocks.length;
    for (; from > start; from -= 1) {
      room -= sizeOf(blocks[from - 1]);
      if (room < 0) break;
    }
    return Object.freeze([...system, ...blocks.slice(from).flatMap(flatten)]);
  }

  /** How many messages. */
  get size(): number {
    return this.#size;
  }

  /**
   * Forgets the oldest messages, so that at most `size` stay where that is possible: never an open request, half a pair or part of a batch. Their
   * ids are forgotten too.
   */
  forget(size: number): void {
    this.#keep((block) => this.#size <= size || entriesOf(block).some(isOpen));
  }

  /** Forgets what comes before the first open request, and gives it. */
  takeEnded(): readonly Message[] {
    const ended = this.#blocks.findIndex((block) => entriesOf(block).some(isOpen));
    const taken = this.#blocks.slice(0, ended === -1 ? undefined : ended);
    const messages = taken.flatMap(flatten);
    let left = taken.length;
    this.#keep(() => --left < 0);
    return messages;
  }

  #keep(isKept: (block: Entry | Batch) => boolean): void {
    this.#blocks = this.#blocks.filter((block) => {
      if (isKept(block)) return true;
      if ("entries" in block) this.#batches.delete(block.id);
      for (const { message, response } of entriesOf(block)) {
        this.#entries.delete(message.id);
        if (response) this.#entries.delete(response.id);
      }
      this.#size -= sizeOf(block);
      return false;
    });
    this.#snapshot = undefined;
  }

  /** An independent history with the same messages. */
  clone(): MessageManager {
    const copy = new MessageManager();
    for (const { message, response, batch, index } of this.#blocks.flatMap(entriesOf)) {
      copy.insert(message, { batchId: batch?.id, index });
      if (response !== undefined) copy.insert(response);
    }
    return copy;
  }

  #answer(response: ActionResponse): void {
    const { actionRequestId } = response.content;
    const entry = this.#entries.get(actionRequestId);
    if (entry?.message.kind !== "action_request" || entry.message.id !== actionRequestId) {
      throw new MessageError("unknown_request", `The history has no request ${actionRequestId} for the response ${response.id}.`);
    }
    const known = entry.response?.id ?? entry.message.content.actionResponseId ?? response.id;
    if (known !== response.id) {
      throw new MessageError("conflicting_response", `The request ${actionRequestId} has the response ${known} already.`);
    }
    entry.response = response;
    if (entry.batch) entry.batch.size += 1;
    this.#entries.set(response.id, entry);
  }

  #place(message: Message, { batchId, index }: Position = {}): void {
    const batch = batchId === undefined ? undefined : this.#batch(batchId);
    const entry = new Entry(message, batch, index ?? batch?.entries.at(-1)?.index ?? 0);
    if (batch === undefined) this.#blocks.push(entry);
    else enter(batch, entry);
    this.#entries.set(message.id, entry);
  }

  #batch(id: string): Batch {
    const known = this.#batches.get(id);
    if (known) return known;
    const batch: Batch = { id, entries: [], size: 0 };
    this.#batches.set(id, batch);
    this.#blocks.push(batch);
    return batch;
  }
}

/** From the end, because members nearly always come in order. */
function enter(batch: Batch, entry: Entry): void {
  const { entries } = batch;
  batch.size += 1;
  let place = entries.length;
  while (place > 0 && (entries[place - 1]?.index ?? 0) > entry.index) place -= 1;
  if (place === entries.length) entries.push(entry);
  else entries.splice(place, 0, entry);
}

/** The message with its link, which is made when somebody looks at it. */
function current(entry: Entry): Message {
  const { message, response } = entry;
  if (response !== undefined && message.kind === "action_request" && message.content.actionResponseId === null) {
    const content = Object.freeze(Object.assign({}, message.content, { actionResponseId: response.id }));
    entry.message = Object.freeze(Object.assign({}, message, { content }));
  }
  return entry.message;
}

const isOpen = ({ message, response }: Entry) =>
  message.kind === "action_request" && response === undefined && message.content.actionResponseId === null;

const entriesOf = (block: Entry | Batch | undefined): readonly Entry[] =>
  block === undefined ? [] : "entries" in block ? block.entries : [block];

function sizeOf(block: Entry | Batch | undefined): number {
  if (block === undefined) return 0;
  if ("entries" in block) return block.size;
  return block.response === undefined ? 1 : 2;
}

function flatten(block: Entry | Batch): Message[] {
  return entriesOf(block).flatMap((entry) => (entry.response === undefined ? [entry.message] : [current(entry), entry.response]));
}
