import { ActFailed } from "../branch-error.js";
import type { ActionResponseModel } from "../response-model.js";
import type { Act, Stop } from "./act.js";
import type { Call } from "./call.js";

/** Cancellation wins over failures, a lost record over both; all are thrown after everything is recorded. */
export function answer(act: Act, calls: readonly Call[], models: ActionResponseModel[]): ActionResponseModel[] {
  const { stopped, settings, lost } = act;
  if (lost) throw lost;
  if (isCancelled(stopped) && models.some(wasStopped)) throw stopped.reason;
  if (settings.suppressErrors) return models;
  const errors = calls.flatMap(({ failure }) => failure ?? []);
  if (errors.length === 0) return models;
  throw new ActFailed(models, errors);
}

export const isCancelled = (stop: Stop | undefined) => stop?.by === "caller" || stop?.by === "cancellation";

const wasStopped = ({ outcome }: ActionResponseModel) => outcome.kind === "cancelled" || outcome.error?.code === "aborted";
