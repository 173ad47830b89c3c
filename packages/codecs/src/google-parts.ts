import type { Json } from "@acta/messages";
import type { Item } from "./item.js";
import { isObject, property, textProperty } from "./json-value.js";
import type { Piece } from "./piece.js";
import { readCall } from "./read-call.js";

/** A content, and where its parts stand. */
export interface Content extends Piece {
  readonly role: Json;
  readonly parts: readonly Piece[];
}

interface OpenCall {
  readonly name: string;
  readonly id: string | undefined;
  readonly pairingKey: string;
}

/** Reads the parts of contents in order. Only a model calls, and only others have results. */
export class PartReader {
  /** The calls of the latest turn that have no result yet. */
  #open: OpenCall[] = [];
  #role: Json = null;

  *items({ role, parts }: Content, turn: number): Generator<Item> {
    if (role === "model" && this.#role !== "model") this.#open = [];
    this.#role = role;
    for (const [index, part] of parts.entries()) {
      const called = property(part.raw, "functionCall");
      const answered = property(part.raw, "functionResponse");
      if (role === "model" && called !== undefined) yield this.#call(part, called, turn, `${turn}:${index}`);
      else if (role !== "model" && isObject(answered)) yield this.#result(part, answered);
      else yield { kind: "other", ...part };
    }
  }

  #call(part: Piece, called: Json, turn: number, pairingKey: string): Item {
    const id = textProperty(called, "id") || undefined;
    const read = readCall({ name: property(called, "name"), id: id ?? "none", arguments: property(called, "args") ?? {} }, part.path);
    this.#open.push({ name: read.function, id, pairingKey });
    return { kind: "call", ...part, call: { ...read, correlationId: id ?? null }, turn, scope: turn, pairingKey };
  }

  #result(part: Piece, answered: Json): Item {
    const id = textProperty(answered, "id") || undefined;
    const name = property(answered, "name");
    const byId = id === undefined ? -1 : this.#open.findIndex((call) => call.id === id);
    // A client may have made up ids for calls that came without.
    const at = byId >= 0 ? byId : this.#open.findIndex((call) => call.name === name && (call.id === undefined || id === undefined));
    const [call] = at < 0 ? [] : this.#open.splice(at, 1);
    const output = property(answered, "response") ?? "";
    const isError = property(output, "error") !== undefined ? true : null;
    return { kind: "result", ...part, correlationId: id ?? null, output, isError, pairingKey: call?.pairingKey ?? "none" };
  }
}
