import { withProcessors } from "@acta/actions";
import { escalate } from "@acta/governance";
import { noUnhandledRejections, thenableOf } from "@acta/test-kit";
import { describe, expect, test } from "vitest";
import { SessionObserver } from "../src/index.js";
import { ask, end, first, history, tool, watch } from "./support.js";

/** What went wrong elsewhere in public with arguments, tried here. The ids are those of the reports: see `docs/reports.md`. */

noUnhandledRejections();

describe("B33: a promise is waited for, whoever gives it, and whatever it calls itself", () => {
  const late = () => Promise.reject(new Error("late"));
  const shapes: readonly (readonly [name: string, of: (value: unknown) => unknown])[] = [
    ["a plain function that gives a promise", (value) => Promise.resolve(value)],
    ["a bound async function", (value) => (async () => value).bind(null)()],
    ["an object with a then method", (value) => thenableOf(() => (resolve: (given: unknown) => void) => resolve(value))()],
    ["a value", (value) => value],
  ];

  test.each(shapes)("%s: a tool", async (_, of) => {
    const { branch } = watch({ tools: [tool("t", () => of(5))] });
    const model = first(await branch.act(ask("t")));
    expect([model.output, history(branch)]).toEqual([5, ["t", "=5"]]);
    expect(branch.log[0]).toMatchObject({ execution: { status: "completed", response: 5, duration: expect.any(Number) } });
  });

  test.each(shapes)("%s: preprocess, postprocess and processors", async (_, of) => {
    const own = tool("t", (input) => input, {
      preprocess: (input) => of({ ...(input as object), a: 1 }) as never,
      postprocess: (output) => of({ ...(output as object), b: 2 }),
    });
    const all = withProcessors(own, {
      security: { t: [() => of(undefined)] },
      pre: { t: [(input) => of({ ...input, c: 3 })] },
      post: { t: [(output) => of({ ...output, d: 4 })] },
    });
    const { branch } = watch({ tools: [all] });
    expect(first(await branch.act(ask("t"))).output).toEqual({ a: 1, b: 2, c: 3, d: 4 });
  });

  test.each(shapes)("%s: a gate, a tool's policy and an approver that say no", async (_, of) => {
    const no = () => of(false) as never;
    const gated = watch({ tools: [tool("t")], policy: no });
    const own = watch({ tools: [tool("t", () => 1, { policy: no })] });
    const approved = watch({ tools: [tool("t")], policy: () => escalate("sure?"), onEscalate: no });
    const ends = await Promise.all([gated, own, approved].map(async ({ branch }) => end(first(await branch.act(ask("t"))))));
    expect(ends.map(([kind, , code]) => [kind, code])).toEqual([
      ["denied", "gate_denied"],
      ["denied", "gate_denied"],
      ["denied", "escalation_refused"],
    ]);
  });

  test.each(shapes)("%s: whether an output is a failure, and whether a failure is worth another attempt", async (_, of) => {
    let ran = 0;
    const no = () => of(false) as never;
    const fine = watch({ tools: [tool("t", () => 1, { isFailure: no })] });
    expect(end(first(await fine.branch.act(ask("t"))))).toEqual(["succeeded", "yes", null]);
    const failing = tool("t", () => Promise.reject(new Error(String(++ran))), { effect: "read" });
    const { branch } = watch({ tools: [failing] });
    await branch.act(ask("t"), { batch: { retry: { attempts: 3, when: no } } });
    expect(ran).toBe(1);
  });

  test("a filter and a route of an observer have to know at once: a promise is no yes, and is reported", async () => {
    const heard: unknown[] = [];
    const filtered = new SessionObserver({ accepts: late as never });
    filtered.observe("event", () => void heard.push("filtered"));
    const routed = new SessionObserver();
    routed.route((() => Promise.resolve(false)) as never, "stream");
    const codes: string[] = [];
    for (const observer of [filtered, routed]) {
      const { branch, diagnostics } = watch({ tools: [tool("t")], observer });
      await branch.act(ask("t"));
      codes.push(...new Set(diagnostics.map(({ code }) => code)));
    }
    expect([heard, routed.stream("stream"), codes]).toEqual([[], [], ["observer_failed", "observer_failed"]]);
  });

  test.each([
    ["rejects", late],
    [
      "throws",
      () => {
        throw new Error("late");
      },
    ],
  ])("what %s is a failure in the place where it was asked", async (_, fails) => {
    const places = {
      tool: tool("t", fails),
      preprocess: tool("t", () => 1, { preprocess: fails }),
      postprocess: tool("t", () => 1, { postprocess: fails }),
      isFailure: tool("t", () => 1, { isFailure: fails as never }),
      gate: tool("t", () => 1, { policy: fails }),
    };
    const ends: Record<string, unknown> = {};
    for (const [place, failing] of Object.entries(places)) {
      const { branch } = watch({ tools: [failing] });
      ends[place] = end(first(await branch.act(ask("t"))));
    }
    const guarded = watch({ tools: [tool("t")] });
    guarded.branch.on("tool.pre", fails as () => never);
    ends.guard = end(first(await guarded.branch.act(ask("t"))));
    expect(ends).toEqual({
      tool: ["failed", "yes", "tool_failed"],
      preprocess: ["failed", "no", "preprocess_failed"],
      postprocess: ["failed", "yes", "postprocess_failed"],
      isFailure: ["failed", "yes", "postprocess_failed"],
      gate: ["denied", "no", "gate_failed"],
      guard: ["denied", "no", "pre_hook_failed"],
    });
  });
});
