import type { CallRow } from "./call-row.js";
import type { Output } from "./io.js";
import { printableJson } from "./printable.js";
import type { Reporter } from "./reporter.js";

/** A line of JSON for each call as soon as its turn is over, and one for the summary. */
export function jsonLines(output: Output): Reporter {
  let index = 0;
  const print = (value: unknown) => output.write(`${printableJson(value)}\n`);
  return {
    add: (rows) => {
      for (const row of rows) print(callLine(index++, row));
    },
    end: (summary) => void print({ type: "summary", ...summary }),
  };
}

/** What there is to say about one call, as JSON. */
export function callLine(index: number, { requestId, correlationId, callId, function: name, decision, outcome, durationMs }: CallRow) {
  return {
    type: "call",
    index,
    requestId,
    correlationId,
    callId,
    function: name,
    decision: decision && {
      kind: decision.kind,
      policy: decision.policy ?? null,
      rule: decision.rule ?? null,
      reason: decision.reason ?? null,
    },
    outcome: outcome && { kind: outcome.kind, executed: outcome.executed, error: outcome.error ?? null },
    durationMs: Math.round(durationMs * 1_000) / 1_000,
  };
}
