import { expect, test } from "vitest";
import type { LogRow } from "./branch-log.js";
import { logLines } from "./log-report.js";

const row = (branchId: string, callId: string, kind: string) => ({ branchId, callId, outcome: { kind } }) as unknown as LogRow;

/** The summary of these rows, each added by itself. */
function summaryOf(rows: readonly LogRow[]): unknown {
  let printed = "";
  const reporter = logLines({
    write(text) {
      printed += text;
    },
    isTTY: false,
  });
  for (const one of rows) reporter.add([one]);
  reporter.end();
  return JSON.parse(printed.trim().split("\n").at(-1) ?? "");
}

test.each<[string, readonly LogRow[], object]>([
  ["a call that waited", [row("a", "1", "escalated"), row("a", "1", "succeeded")], { calls: 1, escalated: 0, succeeded: 1 }],
  [
    "a call that waited twice",
    [row("a", "1", "escalated"), row("a", "1", "escalated"), row("a", "1", "denied")],
    { calls: 1, escalated: 0, denied: 1 },
  ],
  [
    "calls of two branches that have one id",
    [row("a", "1", "escalated"), row("b", "1", "escalated"), row("a", "1", "succeeded")],
    { calls: 2, escalated: 1, succeeded: 1 },
  ],
])("the totals count each call once: %s", (_, rows, { calls, ...outcomes }: { calls?: number }) => {
  expect(summaryOf(rows)).toMatchObject({ type: "summary", calls, outcomes });
});
