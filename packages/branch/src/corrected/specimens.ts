import { ActionManager, type Tool } from "@acta/actions";
import { HookBus, type HookPoint } from "@acta/hooks";
import { memoryJournal } from "@acta/journal/memory";
import { newScope } from "../new-scope.js";
import type { Transaction } from "../scope.js";
import { systemRuntime } from "../system-runtime.js";
import { BranchViews } from "../views.js";
import { Writer } from "../writer.js";

const held: unknown[] = [];

/**
 * Makes one call of a tool that does nothing, once in a process, and keeps what it made. Where a full collection finds no object of a hidden class, V8
 * forgets the class, and with it all code that was compiled for it: between two calls that is the code of the whole transaction, and the next
 * thousand calls pay for it (docs/performance.md).
 */
export function holdSpecimens(act: Transaction["act"]): void {
  if (held.length > 0) return;
  try {
    makeCall(act);
  } catch (error) {
    // A platform without the clock or the ids that a host gives its own branches: nothing but speed depends on this.
    held.push(error);
  }
}

function makeCall(act: Transaction["act"]): void {
  const views = new BranchViews();
  const hold = (...objects: readonly unknown[]) => void held.push(objects);
  // First, because what follows is an act too.
  hold(views);
  const tool: Tool = {
    name: "specimen",
    description: "Does nothing.",
    effect: "read",
    input: { "~standard": { version: 1, vendor: "acta", validate: (value: unknown) => ({ value }) } } as Tool["input"],
    run: (...given: readonly unknown[]) => hold(given, [...views.openCalls.values()]),
  };
  const hooks = new HookBus();
  const points: readonly HookPoint[] = ["tool.pre", "tool.post", "message.add"];
  for (const point of points) hooks.on(point, hold);
  const policy = (...asked: readonly unknown[]) => {
    hold(asked);
    return true;
  };
  const scope = newScope(() => undefined, {
    branchId: tool.name,
    sessionId: null,
    session: undefined,
    own: { policy, hooks },
    ownBus: undefined,
    actions: new ActionManager([tool]),
    views,
    journal: memoryJournal(),
    fence: undefined,
    writer: Writer.of(systemRuntime),
    callbacks: [],
    lost: { error: null },
    report: () => {},
    taken: () => {},
  });
  hold(act(scope, [{ function: tool.name, arguments: { value: null } }], {}));
}
