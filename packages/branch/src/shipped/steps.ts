import type { FunctionCalling } from "@acta/actions/shipped";
import type { ActionResponseModel } from "../response-model.js";
import type { Signal } from "../signal.js";
import type { Call } from "./call.js";
import type { ErrorRecord } from "./log.js";

/** The steps of the transaction that reach outside of it. Whoever wants to watch or to replace one passes others to `transactionOf`. */
export interface Steps {
  /** One attempt of one call, all steps of it. */
  transact(steps: Steps, call: Call): Promise<ActionResponseModel>;
  authorize(call: Call): Promise<boolean>;
  invoke(call: Call): Promise<FunctionCalling>;
  log(call: Call, entry: FunctionCalling | ErrorRecord): Promise<void>;
  emit(call: Call, signal: Signal): Promise<void>;
}
