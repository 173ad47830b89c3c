import { HookBus, type HookPoints } from "@acta/hooks";
import type { HookSpec } from "../format.js";
import { drive } from "../program/drive.js";
import { Program } from "../program/program.js";
import { describePayload, namedPayload } from "./describe.js";
import type { Heard } from "./scene.js";

const points: readonly HookSpec["point"][] = ["tool.pre", "tool.post", "tool.error"];

/** A bus with the given handlers. Its first handlers hear of every emission. */
export function buildHooks(hooks: readonly HookSpec[], { trace, labels }: Heard): HookBus {
  const bus = new HookBus({ onHandlerError: () => {} });
  for (const point of points) bus.on(point, (payload) => trace.add("hook.emit", { point, payload: describePayload(payload, labels) }));
  for (const { point, id, mode = "async", do: steps } of hooks) {
    const program = new Program(steps);
    const handle = (payload: HookPoints[HookSpec["point"]]): unknown => {
      trace.add("hook.handler", { handler: id, point });
      return drive(mode, program.begin(namedPayload(payload)));
    };
    // The original's host does not tell a handler that returns null from one that returns nothing.
    bus.on(point, ((payload) => {
      const answer = handle(payload);
      return answer instanceof Promise ? answer.then((value) => value ?? undefined) : (answer ?? undefined);
    }) as (payload: HookPoints[HookSpec["point"]]) => void);
  }
  return bus;
}
