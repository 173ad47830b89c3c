import type { Journal } from "@acta/journal";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Branch } from "../src/index.js";
import { ask, forwarding, never, rejection, steps, tool, watch, withTime } from "./support.js";

/** What went wrong elsewhere in public with storage, tried here. The ids are those of the reports: see `docs/reports.md`. */

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("B23: a fault of the store is no fault of the tool", () => {
  /** Every append of this kind fails; the others are stored. */
  const failing =
    (kind: string, times = Number.POSITIVE_INFINITY) =>
    (journal: Journal) => {
      let left = times;
      return forwarding(journal, {
        append(id, entries, options) {
          if (entries.some((entry) => entry.kind === kind) && left-- > 0) throw new Error("database is locked");
          return journal.append(id, entries, options);
        },
      });
    };

  function arrange(wrap: (journal: Journal) => Journal, effect: "unsafe" | "idempotent" = "unsafe") {
    let ran = 0;
    return { ...watch({ wrap, tools: [tool("t", () => ++ran, { effect })] }), ran: () => ran };
  }

  test.each(["unsafe", "idempotent"] as const)(
    "executed and not recorded: the caller gets the event, the tool is not run again: %s",
    async (effect) => {
      const watched = arrange(failing("call.settled"), effect);
      const error = await rejection(withTime(watched.branch.act(ask("t"), { batch: { retry: { attempts: 3 } } })));
      expect(error).toMatchObject({
        code: "record_lost",
        message: expect.stringMatching(/^the call .* was executed, and its end could not be stored$/),
        event: { status: "completed", execution: { response: 1 } },
        cause: { message: "database is locked" },
      });
      expect(watched.ran()).toBe(1);
      const stored = steps(watched);
      expect(stored).toEqual(["proposed", "intended"]);
      const again = await Branch.open({ id: "branch", journal: watched.journal });
      expect(again.messages.messages.map(({ id }) => id)).toEqual(watched.branch.messages.messages.map(({ id }) => id));
      expect(await rejection(watched.branch.act(ask("t")))).toMatchObject({ code: "record_lost" });
      expect(watched.ran()).toBe(1);
    },
  );

  test("what can be stored after all is stored once, and the tool runs once", async () => {
    const watched = arrange(failing("call.settled", 3));
    await withTime(watched.branch.act(ask("t")));
    expect([watched.ran(), steps(watched)]).toEqual([1, ["proposed", "intended", "settled"]]);
  });

  test("before the tool: it does not run", async () => {
    const watched = arrange(failing("call.intended"));
    const [model] = await watched.branch.act(ask("t"));
    expect(model?.outcome).toMatchObject({ kind: "denied", executed: "no", error: { code: "journal_unavailable" } });
    expect([watched.ran(), steps(watched)]).toEqual([0, ["proposed", "settled"]]);
  });

  test("of a call that may have been executed, it says no more than that", async () => {
    const { branch } = watch({ wrap: failing("call.settled"), tools: [tool("t", never, { timeoutMs: 1 })] });
    const error = await rejection(withTime(branch.act(ask("t"))));
    expect((error as Error).message).toMatch(/ may have been executed, /);
  });
});
