import { FunctionCalling } from "@acta/actions/shipped";
import type { Signal } from "@acta/branch";
import { type Call, type Steps, steps } from "@acta/branch/shipped";
import type { Json } from "../json.js";
import { typeOf } from "../program/errors.js";
import { describeInvocation } from "./describe.js";
import type { Heard } from "./scene.js";

/** The steps of the transaction, each noted as it happens. */
export function tracedSteps(heard: Heard, isList: () => boolean): Steps {
  const { trace, labels } = heard;
  return {
    transact(own, call) {
      heard.calls.push(call);
      const work = () => steps.transact(own, call);
      return isList() ? trace.within({ item: call.index, attempt: call.attempt }, work) : work();
    },
    async authorize(call) {
      const allowed = await steps.authorize(call);
      trace.add("authorize", { invocation: describeInvocation(call.invocation), allowed });
      return allowed;
    },
    invoke: (call) => tracedInvoke(heard, call, () => steps.invoke(call)),
    log(call, entry) {
      const isEvent = entry instanceof FunctionCalling;
      trace.add("log", { entry: isEvent ? "event" : "error", event: isEvent ? labels.of("event", entry.id) : undefined });
      return steps.log(call, entry);
    },
    emit(call, signal) {
      if (call.scope.observer) trace.add("observer.emit", emitted(signal, heard));
      return steps.emit(call, signal);
    },
  };
}

async function tracedInvoke(
  { trace, labels }: Heard,
  call: Pick<Call, "event">,
  invoke: () => Promise<FunctionCalling>,
): Promise<FunctionCalling> {
  trace.add("invoke");
  try {
    const event = await invoke();
    trace.add("invoke.end", { event: labels.of("event", event.id), status: event.status });
    return event;
  } catch (error) {
    if (call.event) labels.of("event", call.event.id);
    trace.add("invoke.end", { raised: error instanceof Error ? typeOf(error) : typeof error });
    throw error;
  }
}

function emitted(signal: Signal, { labels }: Heard): { readonly [name: string]: Json } {
  if (signal.kind === "hook") return { kind: "HookSignal", point: signal.point };
  const id = signal.kind === "event" && signal.event instanceof FunctionCalling ? signal.event.id : "";
  return { kind: "FunctionCalling", event: labels.of("event", id) };
}
