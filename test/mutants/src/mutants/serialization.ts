import type { Mutant } from "../mutant.js";

export const serialization: readonly Mutant[] = [
  {
    rule: "D1.serialize.error",
    file: "packages/event/src/serialize.ts",
    find: "...(cause !== undefined && { cause: toJson(cause, walk) ?? null }),",
    replace: "",
    why: "the cause is left out",
  },
  {
    rule: "D1.serialize.response",
    file: "packages/event/src/serialize.ts",
    find: "if (value instanceof Map) return",
    replace: "if (value instanceof WeakMap) return",
    why: "a Map loses its entries",
  },
  {
    rule: "D1.serialize.call",
    file: "packages/actions/src/function-calling.ts",
    find: "function: this.function, arguments: this.#arguments }",
    replace: "function: this.function, arguments: this.#init.arguments }",
    why: "the arguments are those before preprocessing, not those that ran",
  },
  {
    rule: "D1.rebuild",
    file: "packages/event/src/event.ts",
    find: "  static from<R>(",
    replace: "  static fromJSON({ id }: EventJson): Event {\n    return new FunctionEvent(() => null, { id });\n  }\n\n  static from<R>(",
    why: "an event can be made from its serialized form",
  },
];
