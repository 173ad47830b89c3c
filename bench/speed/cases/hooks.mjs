// One emission to handlers that answer at once: Acta's isolated and blocking points, a loop by hand, and hook libraries.
import { HookBus } from "@acta/hooks";
import Emittery from "emittery";
import { createHooks } from "hookable";
import { AsyncSeriesHook } from "tapable";
import { defineCase } from "../case.mjs";

const group = "hooks";
const payload = () => ({ callId: "1", toolName: "add", resultSummary: "3", output: 3, duration: 0 });

/** `connect(handler, count)` registers the handlers and returns what emits. */
function emission(id, count, connect) {
  let told = 0;
  const open = () => {
    const emit = connect(() => {
      told++;
    }, count);
    return { fresh: () => () => emit(payload()) };
  };
  return defineCase({ id: `${group}/${id}-${count}`, group, open, expect: () => told === count });
}

function times(count, register) {
  for (let index = 0; index < count; index++) register();
}

/** A loop as one writes it: isolated, and waiting only for what has to be waited for. */
function loop(handler, count) {
  const handlers = Array.from({ length: count }, () => (given) => handler(given));
  const errors = [];
  return async (given) => {
    for (const each of handlers) {
      try {
        const answer = each(given);
        if (typeof answer?.then === "function") await answer;
      } catch (error) {
        errors.push(error);
      }
    }
  };
}

function bus(method) {
  return (handler, count) => {
    const hooks = new HookBus();
    times(count, () => hooks.on("tool.post", (given) => void handler(given)));
    return (given) => hooks[method]("tool.post", given);
  };
}

function hookable(handler, count) {
  const hooks = createHooks();
  times(count, () => hooks.hook("post", (given) => handler(given)));
  return (given) => hooks.callHook("post", given);
}

function tapable(handler, count) {
  const hook = new AsyncSeriesHook(["payload"]);
  times(count, () => hook.tap("handler", (given) => handler(given)));
  return (given) => hook.promise(given);
}

function emittery(handler, count) {
  const emitter = new Emittery();
  times(count, () => emitter.on("post", (given) => handler(given)));
  return (given) => emitter.emitSerial("post", given);
}

export const hookCases = () =>
  [1, 5, 20].flatMap((count) => [
    emission("bare-loop", count, loop),
    emission("acta-emit", count, bus("emit")),
    emission("acta-blocking", count, bus("emitBlocking")),
    emission("hookable", count, hookable),
    emission("tapable", count, tapable),
    emission("emittery", count, emittery),
  ]);
