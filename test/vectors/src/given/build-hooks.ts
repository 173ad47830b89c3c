import { HookBus, type HookPoint, type HookPoints } from "@acta/hooks";
import type { HookSpec } from "../format.js";
import { drive } from "../program/drive.js";
import { Program } from "../program/program.js";

type ToolPoint = HookSpec["point"];

const points: readonly ToolPoint[] = ["tool.pre", "tool.post", "tool.error"];

/** The names that steps have for what a payload holds. */
const names: { readonly [key: string]: string } = {
  callId: "call_id",
  toolName: "tool_name",
  argumentsSummary: "args_summary",
  resultSummary: "result_summary",
};

/** A bus with the given handlers, in list order. `onPoint` hears of each emission first, also where there is no handler. */
export function buildHooks(hooks: readonly HookSpec[], onPoint: (callId: string, point: HookPoint) => void): HookBus {
  const bus = new HookBus();
  for (const point of points) bus.on(point, ({ callId }) => void onPoint(callId, point));
  for (const { point, mode, do: steps } of hooks) bus.on(point, buildHandler(mode ?? "async", new Program(steps)));
  return bus;
}

function buildHandler(mode: "async" | "sync", program: Program) {
  return (payload: HookPoints[ToolPoint]) => {
    const answer = drive(mode, program.begin(withNames(payload)));
    return (answer instanceof Promise ? answer.then(nothing) : nothing(answer)) as undefined;
  };
}

/** The original's host does not tell a handler that returns null from one that returns nothing. */
const nothing = (answer: unknown) => answer ?? undefined;

function withNames(payload: object): object {
  return Object.fromEntries(Object.entries(payload).map(([key, value]) => [names[key] ?? key, value]));
}
