import { type FunctionCalling, recordedText } from "@acta/actions/shipped";
import { firstCodePoints } from "../summary.js";
import type { Call } from "./call.js";

const longestPreview = 50;

export function tellInvoking(call: Call): void {
  if (!call.settings.verbose) return;
  const { function: name, arguments: raw } = call.request;
  const text = recordedText(raw);
  const preview = firstCodePoints(text, longestPreview);
  write(call, `Invoking action ${recordedText(name)} with ${preview === text ? text : `${preview}...`}.`);
}

export function tellInvoked(call: Call, { function: name, status }: FunctionCalling): void {
  if (call.settings.verbose) write(call, `Action ${name} invoked, status: EventStatus.${status.toUpperCase()}.`);
}

/** A suppressed error is told in any case. */
export function tellError(call: Call, text: string): void {
  const name = recordedText(call.request.function);
  if (call.settings.verbose) write(call, `Action ${name} failed, error: ${text}.`);
  if (call.settings.suppressErrors) write(call, `Error invoking action '${name}': ${text}`);
}

function write({ scope: { logger } }: Call, line: string): void {
  logger?.(line);
}
