import type { Mutant } from "../mutant.js";

export const scheduling: readonly Mutant[] = [
  {
    rule: "D6.async",
    file: "packages/event/src/invocation.ts",
    find: "this.#returned.bind(this),",
    replace: "() => this.#returned(result as R),",
    why: "the promise is the response, not what it came to",
  },
  {
    rule: "D6.sync-inline",
    file: "packages/event/src/invocation.ts",
    find: "} else this.#returned(result);",
    replace: "} else queueMicrotask(() => this.#returned(result));",
    why: "a sync function has not ended when invoke returns",
  },
  {
    rule: "D6.awaitable",
    file: "packages/event/src/is-thenable.ts",
    find: 'typeof (value as { readonly then?: unknown } | null | undefined)?.then === "function"',
    replace: "value instanceof Promise",
    why: "an awaitable that is no promise is data",
  },
];
