import { createCallContext } from "@acta/governance";
import { describe, expect, test } from "vitest";
import { PermissionPolicy } from "../permission-policy.js";
import { readOnlyPermissions, safePermissions } from "../presets.js";
import type { ArgumentRules, RuleData } from "../rule-data.js";
import { lintPolicy } from "./lint-policy.js";

const found = (data: object) => lintPolicy({ mode: "rules", ...data }).map(({ code, rule, other }) => [code, rule, other]);
const typed = (rules: ArgumentRules): RuleData => ({ arguments: rules });

test("a tool called examples is linted like another, and examples that fail are not its business", () => {
  const allow = { examples: [{ pattern: "*", examples: [{ arguments: {}, expect: "deny" }] }] };
  expect(found({ allow, escalate: { examples: ["*"] } })).toEqual([["allow_hides_escalate", "allow.examples[0]", "escalate.examples[0]"]]);
});

test("the presets have no findings", () => {
  expect(lintPolicy(safePermissions)).toEqual([]);
  expect(lintPolicy(readOnlyPermissions)).toEqual([]);
});

describe("rules that can never match", () => {
  test.each<[string, object]>([
    ["an empty class", { deny: { bash: ["[z-a]*"] } }],
    ["a path that is not normal", { allow: { reader: ["./src/*"] } }],
    ["a path with a doubled slash", { allow: { reader: ["src//*"] } }],
    ["a path that climbs after a name", { allow: { reader: ["src/../*"] } }],
    ["words with two spaces", { allow: { bash: ["ls  -l"] } }],
    ["words with a space at the end", { allow: { bash: ["ls "] } }],
    ["no JSON object", { allow: { unknown: ["rm *"] } }],
    ["two values", { allow: { t: [typed({ a: { equals: 1, oneOf: [2, 3] } })] } }],
    ["a value outside its range", { allow: { t: [typed({ a: { equals: 1, range: { min: 2 } } })] } }],
    ["a number that is a text", { allow: { t: [typed({ a: { range: { min: 2 }, prefix: "a" } })] } }],
    ["a prefix that the pattern excludes", { allow: { t: [typed({ a: { prefix: "b*", glob: "a*" } })] } }],
    ["a prefix longer than the text", { allow: { t: [typed({ a: { prefix: "abc", maxLength: 2 } })] } }],
    ["an absent argument with a value", { allow: { t: [typed({ a: { fields: { b: { present: false, equals: 1 } } } })] } }],
  ])("%s", (_, data) => {
    expect(found(data)).toMatchObject([["never_matches", expect.stringMatching(/^(allow|deny)\./), null]]);
  });

  test.each<[string, object]>([
    ["the same in a rule that widens", { deny: { reader: ["./src/*"], unknown: ["rm *"] } }],
    ["normal paths", { allow: { reader: ["src/*", "/", "../x", "../../*", "a/..b", ".env", ".."] } }],
    ["quoted words", { allow: { bash: ['git commit -m "two words"', "ls;", 'echo ""'] } }],
    ["a JSON object", { allow: { unknown: ['{"a":*}', "*x*", "*"] } }],
    [
      "conditions that fit",
      { allow: { t: [typed({ a: { prefix: "ab", glob: "*b", maxLength: 2 } }), typed({ b: { oneOf: [1, 9], range: { min: 2 } } })] } },
    ],
  ])("not %s", (_, data) => {
    expect(found(data)).toEqual([]);
  });
});

describe("what is for a tool that there is not", () => {
  const tools = ["Read", "bash"];
  const unknownTools = (data: object, names = tools) =>
    lintPolicy({ mode: "rules", ...data }, { tools: names }).map(({ code, rule }) => [code, rule]);

  test.each<[string, object, string]>([
    ["an allow", { allow: { Raed: ["*"] } }, "allow.Raed[0]"],
    ["an allow of another letter case, which allows nothing", { allow: { Bash: ["*"] } }, "allow.Bash[0]"],
    ["a denial", { deny: { Raed: [typed({ a: { equals: 1 } })] } }, "deny.Raed[0]"],
    ["an escalation", { escalate: { Raed: ["*"] } }, "escalate.Raed[0]"],
    ["a description", { tools: { Raed: { arguments: [{ name: "a" }] } } }, "tools.Raed"],
  ])("%s", (_, data, rule) => {
    expect(unknownTools(data)).toEqual([["unknown_tool", rule]]);
    // The control: where nobody says which tools there are, any may be.
    expect(found(data)).toEqual([]);
  });

  test.each<[string, object]>([
    ["the names of tools", { allow: { Read: ["*"], "*": ["x"] }, deny: { Read: ["a"], bash: ["rm *"], "*": ["b"] } }],
    ["other letter cases in rules that widen, and aliases", { deny: { BASH: ["rm *"], sh: ["x"] }, tools: { bash: { aliases: ["sh"] } } }],
  ])("not %s", (_, data) => {
    expect(unknownTools(data)).toEqual([]);
  });

  test("says which there are, and what could fool a reader is escaped", () => {
    const message = (names: readonly string[]) => lintPolicy({ mode: "rules", deny: { Raed: ["*"] } }, { tools: names })[0]?.message;
    expect(message(["Read", "b\u202esh"])).toBe("Rule deny.Raed[0] is for Raed, and the tools are Read, b\\u{202e}sh.");
    expect(message([])).toBe("Rule deny.Raed[0] is for Raed, and there are no tools.");
    expect(message(Array.from("abcdefghijklm"))).toBe(
      "Rule deny.Raed[0] is for Raed, and the tools are a, b, c, d, e, f, g, h, i, j, k, l and more.",
    );
  });
});

describe("rules that never decide", () => {
  test("because a denial, or a rule of their list, holds before", () => {
    expect(found({ deny: { bash: ["rm *"] }, allow: { bash: ["rm -r *", "ls*"] } })).toEqual([
      ["never_decides", "allow.bash[0]", "deny.bash[0]"],
    ]);
    expect(found({ allow: { bash: ["ls*", "ls -l"] } })).toEqual([["never_decides", "allow.bash[1]", "allow.bash[0]"]]);
    expect(found({ deny: { "*": ["*"] }, escalate: { x: [typed({ a: { equals: 1 } })] } })).toEqual([
      ["never_decides", "escalate.x[0]", "deny.*[0]"],
    ]);
    expect(
      found({ allow: { t: [typed({ n: { range: { max: 9 } } }), typed({ n: { range: { min: 1, max: 5 } }, m: { equals: 1 } })] } }),
    ).toEqual([["never_decides", "allow.t[1]", "allow.t[0]"]]);
  });

  test("because of the mode", () => {
    expect(lintPolicy({ mode: "deny_all", allow: { bash: ["ls"] } })).toMatchObject([{ rule: "allow.bash[0]", other: "mode.deny_all" }]);
  });

  test("not where the later one is wider, or sees what is unclear", () => {
    expect(found({ deny: { bash: ["rm -r *"] }, allow: { bash: ["rm *"] } })).toEqual([]);
    expect(found({ deny: { t: [typed({ a: { prefix: "x" } }), typed({ a: { prefix: "x" }, b: { equals: 1 } })] } })).toEqual([]);
    expect(found({ allow: { "*": ["*"], bash: ["ls"] } })).toEqual([]);
  });
});

describe("allows that hide an escalation", () => {
  test.each<[string, object, string]>([
    ["the same", { allow: { bash: ["git push*"] }, escalate: { bash: ["git push*"] } }, "allow.bash[0]"],
    ["wider", { allow: { bash: ["git *"] }, escalate: { bash: ["git push*"] } }, "allow.bash[0]"],
    ["across", { allow: { reader: ["src/*"] }, escalate: { reader: ["*secret*"] } }, "allow.reader[0]"],
    ["for every tool", { allow: { "*": ["*"] }, escalate: { bash: ["git push*"] } }, "allow.*[0]"],
    [
      "typed",
      { allow: { pay: [typed({ to: { equals: "a" } })] }, escalate: { pay: [typed({ amount: { range: { min: 100 } } })] } },
      "allow.pay[0]",
    ],
    [
      "typed, wider",
      { allow: { pay: [typed({ n: { range: { max: 500 } } })] }, escalate: { pay: [typed({ n: { range: { min: 100 } } })] } },
      "allow.pay[0]",
    ],
  ])("%s", (_, data, rule) => {
    const codes = found(data);
    expect(codes).toMatchObject([["allow_hides_escalate", rule, expect.stringMatching(/^escalate\./)]]);
  });

  test.each<[string, object]>([
    ["an exception", { allow: { bash: ["git log*"] }, escalate: { bash: ["*"] } }],
    [
      "a typed exception",
      { allow: { pay: [typed({ n: { range: { max: 10 } } })] }, escalate: { pay: [typed({ n: { range: { max: 100 } } })] } },
    ],
    ["a typed exception of any call", { allow: { pay: [typed({ n: { range: { max: 10 } } })] }, escalate: { pay: ["*"] } }],
    ["others", { allow: { bash: ["ls*"] }, escalate: { bash: ["git*"] } }],
    ["what is denied before", { deny: { bash: ["git push*"] }, allow: { bash: ["git *"] }, escalate: { bash: ["git push -f"] } }],
  ])("not %s", (_, data) => {
    expect(found(data).filter(([code]) => code === "allow_hides_escalate")).toEqual([]);
  });

  test("name a call that shows it", () => {
    const [finding] = lintPolicy({ mode: "rules", allow: { bash: ["git *"] }, escalate: { bash: ["git push*"] } });
    expect(finding?.message).toBe('Rule allow.bash[0] allows calls that escalate.bash[0] escalates, such as bash {"command":"git push"}.');
  });
});

test("no finding is a false alarm, and none is missed where texts can be counted", { timeout: 30_000 }, () => {
  const random = seeded(5);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const texts = ["", ...strings(1), ...strings(2), ...strings(3), ...strings(4)];
  const calls = texts.map((text) => createCallContext({ function: "t", arguments: { x: text }, callId: "c", at: 0 }));
  const counts = { unknown_tool: 0, never_matches: 0, never_decides: 0, allow_hides_escalate: 0, deny_is_void: 0, not_compared: 0 };
  for (let index = 0; index < 120; index++) {
    const pattern = () => Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(["a", "b", "*", "?", "[ab]", "[b-a]"])).join("");
    const data = {
      mode: "rules" as const,
      tools: { t: { arguments: [{ name: "x" }] } },
      [pick(["deny", "allow", "escalate"])]: { t: [pattern()] },
    };
    const policy = { ...data, [pick(["allow", "escalate"])]: { t: [pattern(), pattern()] } };
    const compiled = PermissionPolicy.from(policy);
    const answers = calls.map((call) => compiled.explain(call).rules);
    const matched = (id: string) => answers.filter((rules) => rules.some((rule) => rule.rule === id && rule.matched)).length;
    const decided = (id: string) => answers.filter((rules) => rules.some((rule) => rule.rule === id && rule.determining)).length;
    const findings = lintPolicy(policy);
    for (const { rule } of answers[0]?.filter(({ rule }) => rule !== "default") ?? []) {
      const [finding] = findings.filter((each) => each.rule === rule && each.code !== "allow_hides_escalate");
      const expected = matched(rule) === 0 ? "never_matches" : undefined;
      const isCovered = coveredByOne(rule, answers);
      expect([policy, rule, finding?.code]).toEqual([policy, rule, expected ?? (isCovered ? "never_decides" : undefined)]);
      if (finding) expect(decided(rule)).toBe(0);
    }
    for (const { code, rule, other } of findings) {
      counts[code]++;
      if (code === "allow_hides_escalate") {
        expect(
          answers.some(
            (rules) =>
              rules.some((each) => each.rule === rule && each.determining) && rules.some((each) => each.rule === other && each.matched),
          ),
        ).toBe(true);
      }
    }
  }
  expect(Math.min(counts.never_matches, counts.never_decides, counts.allow_hides_escalate)).toBeGreaterThan(5);
});

type Rules = ReturnType<PermissionPolicy["explain"]>["rules"];

/** Whether one rule that is asked before, and is no mere allow before an escalation, matches wherever this one does. */
function coveredByOne(id: string, answers: readonly Rules[]): boolean {
  const rules = answers[0] ?? [];
  const place = rules.findIndex(({ rule }) => rule === id);
  const effect = rules[place]?.effect;
  return rules
    .slice(0, place)
    .some(
      ({ rule, effect: before }) =>
        !(before === "allow" && effect === "escalate") &&
        answers.every((each) => !each.find((other) => other.rule === id)?.matched || each.find((other) => other.rule === rule)?.matched),
    );
}

function strings(length: number): string[] {
  return length === 0 ? [""] : strings(length - 1).flatMap((text) => ["a", "b", "c"].map((character) => text + character));
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
