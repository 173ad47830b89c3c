import type { ActionManager } from "../action-manager.js";
import { construct } from "./construct.js";
import type { FunctionCalling } from "./function-calling.js";

export interface InvokeOptions {
  readonly signal?: AbortSignal | undefined;
  /** Told of the event before it runs. */
  readonly onEvent?: ((event: FunctionCalling) => void) | undefined;
}

/** Constructs and runs a call: no authorization, hooks, log or messages. Gives back a failed event like any other. (ADR-0012 D5) */
export async function invoke(manager: ActionManager, request: unknown, { signal, onEvent }: InvokeOptions = {}): Promise<FunctionCalling> {
  const event = await construct(manager, request);
  onEvent?.(event);
  await event.invoke({ signal });
  return event;
}
