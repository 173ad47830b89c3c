import type { Mutant } from "../mutant.js";

export const hooks: readonly Mutant[] = [
  {
    rule: "D2.pre-hook-payload",
    file: "packages/branch/src/corrected/guard.ts",
    find: "argumentsSummary: summaryOfJson(kept)",
    replace: "argumentsSummary: summaryOfJson(call.raw)",
    why: "the summary is of the raw arguments",
  },
  {
    rule: "D2.pre-hook-blocks",
    file: "packages/hooks/src/blocking-turn.ts",
    find: "  throw error;",
    replace: "  return true;",
    why: "an exception of a handler does not end the call",
  },
  {
    rule: "D2.stop-hook",
    file: "packages/hooks/src/blocking-turn.ts",
    find: "if (StopHook.isInstance(error)) return false;",
    replace: "if (StopHook.isInstance(error)) return true;",
    why: "the later handlers still run",
  },
  {
    rule: "D2.post-hook",
    file: "packages/branch/src/corrected/publish.ts",
    find: "const duration = call.event?.execution.duration ?? 0;",
    replace: "const duration = 0;",
    why: "the duration is not the event's",
  },
  {
    rule: "D2.hook-isolation",
    file: "packages/hooks/src/isolated-turn.ts",
    find: "    this.report(error);\n    return true;",
    replace: "    this.report(error);\n    return false;",
    why: "the handlers after one that failed do not run",
  },
  {
    rule: "D2.emit-and-log",
    file: "packages/branch/src/session-observer.ts",
    find: "    this.store(signal);\n    if (!this.#isAccepted(signal, onError)) return [];",
    replace: "    if (!this.#isAccepted(signal, onError)) return [];\n    this.store(signal);",
    why: "a filter suppresses storage, too",
  },
  {
    rule: "D2.observer-failure",
    file: "packages/branch/src/session-observer.ts",
    find: "        onError(error);",
    replace: "        throw error;",
    why: "the exception of a subscriber is not isolated",
  },
];
