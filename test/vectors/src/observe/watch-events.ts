import { type ActionManager, FunctionCalling } from "@acta/actions";

const watched = new WeakMap<FunctionCalling["tool"], FunctionCalling[]>();
const { invoke } = FunctionCalling.prototype;

FunctionCalling.prototype.invoke = function (this: FunctionCalling, options) {
  watched.get(this.tool)?.push(this);
  return invoke.call(this, options);
};

/** The events that a manager invokes from now on, also those of calls that it rejects and so hands to nobody. */
export function watchEvents(actions: ActionManager): readonly FunctionCalling[] {
  const events: FunctionCalling[] = [];
  for (const tool of actions.tools) watched.set(tool, events);
  return events;
}
