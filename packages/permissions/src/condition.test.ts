import { createCallContext } from "@acta/governance";
import { describe, expect, test } from "vitest";
import { PermissionPolicy } from "./permission-policy.js";
import type { ArgumentRule, TypedRule } from "./rule-data.js";

/** Whether a rule with these conditions allows the call, and whether one denies it: `yes`, `no`, or `unclear` where only the second holds. */
function judge(rule: TypedRule, values: object): string {
  const kinds = ["allow", "deny"].map((table) => {
    const policy = PermissionPolicy.from({ mode: "rules", default: "abstain", [table]: { t: [rule] } });
    return policy.decide(createCallContext({ function: "t", arguments: values, callId: "c", at: 0 })).kind;
  });
  return (
    { "allow deny": "yes", "abstain abstain": "no", "abstain deny": "unclear", "allow abstain": "allowed only" }[kinds.join(" ")] ?? "?"
  );
}
const one = (rule: ArgumentRule, value: unknown) => judge({ arguments: { a: rule } }, { a: value });

describe("each matcher", () => {
  // "unclear" stands for two things that look alike from outside: what can't be judged, and what only a rule that widens accepts.
  test.each<[ArgumentRule, unknown, string]>([
    [{ equals: "x" }, "x", "yes"],
    [{ equals: "x" }, "X", "unclear"],
    [{ equals: "x" }, "y", "no"],
    [{ equals: 1 }, 1, "yes"],
    [{ equals: 1 }, "1", "no"],
    [{ equals: "1" }, 1, "no"],
    [{ equals: null }, null, "yes"],
    [{ equals: false }, 0, "no"],
    [{ equals: { b: [1, 2], c: "x" } }, { c: "x", b: [1, 2] }, "yes"],
    [{ equals: { b: [1, 2] } }, { b: [2, 1] }, "no"],
    [{ equals: '{"b":1}' }, { b: 1 }, "no"],
    [{ equals: "p\u0430y" }, "pay", "unclear"],
    [{ oneOf: ["a", 2, null, [1]] }, 2, "yes"],
    [{ oneOf: ["a", 2, null, [1]] }, [1], "yes"],
    [{ oneOf: ["a", 2, null, [1]] }, null, "yes"],
    [{ oneOf: ["a", 2] }, "A", "unclear"],
    [{ oneOf: ["a", 2] }, 3, "no"],
    [{ oneOf: ["a", "b"] }, null, "unclear"],
    [{ prefix: "ab" }, "abc", "yes"],
    [{ prefix: "ab" }, "ABC", "unclear"],
    [{ prefix: "ab" }, "a", "no"],
    [{ prefix: "" }, "", "yes"],
    [{ prefix: "1" }, 12, "unclear"],
    [{ glob: "a*[0-9]" }, "ab/c 7", "yes"],
    [{ glob: "a*[0-9]" }, "Ab7", "unclear"],
    [{ glob: "a*[0-9]" }, "ab", "no"],
    [{ glob: "*" }, ["x"], "unclear"],
    [{ range: { min: 1, max: 3 } }, 1, "yes"],
    [{ range: { min: 1, max: 3 } }, 3, "yes"],
    [{ range: { min: 1, max: 3 } }, 3.1, "no"],
    [{ range: { max: 3 } }, -1e300, "yes"],
    [{ range: { min: 1 } }, "2", "unclear"],
    [{ maxLength: 3 }, "abc", "yes"],
    [{ maxLength: 3 }, "abcd", "no"],
    [{ maxLength: 2 }, "\u{1f600}\u{1f600}", "yes"],
    [{ maxLength: 2 }, "\u{1f600}\u{1f600}\u{1f600}", "no"],
    [{ maxLength: 0 }, "", "yes"],
    [{ maxLength: 3 }, [1], "unclear"],
    [{ hostIn: ["example.com"] }, "https://example.com/x?y#z", "yes"],
    [{ hostIn: ["example.com"] }, "HTTPS://EXAMPLE.com.:8443", "yes"],
    [{ hostIn: ["example.com"] }, "example.com", "yes"],
    [{ hostIn: ["example.com"] }, "example.com:443", "yes"],
    [{ hostIn: ["example.com"] }, "https://example.com.evil.org/", "no"],
    [{ hostIn: ["example.com"] }, "https://notexample.com/", "no"],
    [{ hostIn: ["example.com"] }, "https://evil.org/example.com", "no"],
    [{ hostIn: ["example.com"] }, "https://evil.org/?u=https://example.com", "no"],
    [{ hostIn: ["example.com"] }, "https://evil.org#@example.com", "no"],
    [{ hostIn: ["example.com"] }, "https://example.com@evil.org/", "unclear"],
    [{ hostIn: ["example.com"] }, "https://evil.org\\@example.com/", "unclear"],
    [{ hostIn: ["example.com"] }, "https:/example.com", "unclear"],
    [{ hostIn: ["example.com"] }, "//example.com/x", "unclear"],
    [{ hostIn: ["example.com"] }, " https://example.com", "unclear"],
    [{ hostIn: ["example.com"] }, "https://exa\tmple.com", "unclear"],
    [{ hostIn: ["example.com"] }, "example.com/path", "unclear"],
    [{ hostIn: ["example.com"] }, "mailto:a@example.com", "unclear"],
    [{ hostIn: ["example.com"] }, "https://ex\u0430mple.com", "no"],
    [{ hostIn: ["*.example.com"] }, "https://a.b.example.com", "yes"],
    [{ hostIn: ["*.example.com"] }, "https://example.com", "no"],
    [{ hostIn: ["*.example.com"] }, "https://badexample.com", "no"],
    [{ hostIn: ["127.0.0.1"] }, "http://0x7f.1/", "yes"],
    [{ hostIn: ["127.0.0.1"] }, "http://2130706433/", "yes"],
    [{ hostIn: ["[::1]"] }, "http://[0:0::1]:80/", "yes"],
    [{ hostIn: ["db.internal"] }, "postgres://DB.internal:5432/x", "yes"],
    [{ hostIn: ["example.com"] }, 1, "unclear"],
    [{ present: true }, 0, "yes"],
    [{ present: true }, null, "no"],
    [{ present: false }, null, "yes"],
    [{ present: false }, "", "no"],
    [{ program: ["git", "log", "**"] }, "git log --oneline -3", "yes"],
    [{ program: ["git", "log", "**"] }, "git log", "yes"],
    [{ program: ["git", "log", "**"] }, "git push", "no"],
    [{ program: ["git", "log"] }, "git log x", "no"],
    [{ program: ["git", "**", "--dry-run"] }, "git push origin --dry-run", "yes"],
    [{ program: ["git", "**", "-n", "**"] }, "git push -n origin", "yes"],
    [{ program: ["git", "**", "-n", "**"] }, "git push --n", "no"],
    [{ program: ["rm", "**"] }, "/bin/rm -r x", "unclear"],
    [{ program: ["rm", "**"] }, "RM x", "unclear"],
    [{ program: ["echo", "*"] }, "echo 'a; b && $(c) `d`'", "yes"],
    [{ program: ["echo", "*"] }, 'echo "a && b"', "yes"],
    [{ program: ["echo", "*"] }, "echo a b", "no"],
    [{ program: ["echo", "**"] }, "echo a b", "yes"],
    [{ program: ["cd", "**"] }, "cdx /", "no"],
    [{ program: ["a", "**", "b"] }, "a", "no"],
    [{ program: [] }, "", "yes"],
    [{ program: ["*"] }, 7, "unclear"],
  ])("%j of %j: %s", (rule, value, expected) => {
    expect(one(rule, value)).toBe(expected);
  });

  test.each([
    "echo a; rm x",
    "echo a && rm x",
    "echo a || rm x",
    "echo a | sh",
    "echo a &",
    "echo a\nrm x",
    "echo a\rrm x",
    "echo $(id)",
    "echo `id`",
    'echo "$(id)"',
    'echo "`id`"',
    "echo $HOME",
    "echo > x",
    "echo ok > >(tee k)",
    "echo 'x",
    'echo "x',
    "echo \\x",
    "(echo a)",
    "{ echo a; }",
    "! echo",
    "echo *",
    "A=1 echo",
    "echo #x",
    "echo\0",
  ])("a program that is more than words is unclear: %j", (command) => {
    expect(one({ program: ["echo", "**"] }, command)).toBe("unclear");
    expect(one({ program: ["**"] }, command)).toBe("unclear");
  });
});

describe("what a condition can't find", () => {
  test.each<ArgumentRule>([
    { equals: 1 },
    { equals: null },
    { oneOf: [1] },
    { prefix: "" },
    { glob: "*" },
    { pathWithin: "/" },
    { hostIn: ["a.b"] },
    { range: { min: 0 } },
    { maxLength: 9 },
    { program: ["**"] },
    { fields: { x: { equals: 1 } } },
  ])("is unclear: %j", (rule) => {
    expect(judge({ arguments: { a: rule } }, {})).toBe("unclear");
    expect(judge({ arguments: { toString: rule } }, {})).toBe("unclear");
    expect(judge({ arguments: { constructor: rule } }, {})).toBe("unclear");
  });

  test("is absent for `present`, which settles the rule whatever else it says", () => {
    expect(judge({ arguments: { a: { present: true } } }, {})).toBe("no");
    expect(judge({ arguments: { a: { present: false } } }, {})).toBe("yes");
    expect(judge({ arguments: { a: { present: true, prefix: "x" } } }, {})).toBe("no");
    expect(judge({ arguments: { b: { equals: 1 }, a: { present: true } } }, {})).toBe("no");
    expect(judge({ pattern: "*", arguments: { toString: { present: true } } }, {})).toBe("no");
  });

  test("outweighs what does not hold, in any order", () => {
    expect(judge({ arguments: { a: { equals: 1 }, b: { equals: 1 } } }, { a: 2 })).toBe("unclear");
    expect(judge({ arguments: { b: { equals: 1 }, a: { equals: 1 } } }, { a: 2 })).toBe("unclear");
    expect(judge({ pattern: "nothing", arguments: { b: { equals: 1 } } }, { a: 2 })).toBe("unclear");
    expect(judge({ arguments: { a: { equals: 1 }, b: { equals: 1 } } }, { a: 2, b: 1 })).toBe("no");
  });
});

describe("nested arguments", () => {
  const nested = (rule: ArgumentRule): TypedRule => ({ arguments: { a: { fields: { b: { fields: { c: rule } } } } } });

  test("are found by their keys, own ones only", () => {
    expect(judge(nested({ equals: 1 }), { a: { b: { c: 1 } } })).toBe("yes");
    expect(judge(nested({ equals: 1 }), { a: { b: { c: 2 } } })).toBe("no");
    for (const values of [{ a: { b: {} } }, { a: {} }, {}, { a: null }, { a: [] }, { a: { b: "c" } }])
      expect(judge(nested({ equals: 1 }), values)).toBe("unclear");
    expect(judge({ arguments: { a: { fields: { length: { equals: 1 } } } } }, { a: ["x"] })).toBe("unclear");
  });

  test("are absent where what holds them is, and unclear where it is something else", () => {
    for (const values of [{ a: { b: {} } }, { a: {} }, {}, { a: null }, { a: { b: { c: null } } }])
      expect(judge(nested({ present: true }), values)).toBe("no");
    for (const values of [{ a: "{}" }, { a: [] }, { a: { b: 1 } }]) expect(judge(nested({ present: true }), values)).toBe("unclear");
  });
});

test("a rule with a pattern and arguments needs both", () => {
  const rule: TypedRule = { pattern: '*"a":"x"*', arguments: { n: { range: { max: 5 } } } };
  expect(judge(rule, { a: "x", n: 1 })).toBe("yes");
  expect(judge(rule, { a: "x", n: 9 })).toBe("no");
  expect(judge(rule, { a: "y", n: 1 })).toBe("no");
});

describe("explaining", () => {
  const policy = PermissionPolicy.from({
    mode: "rules",
    allow: { pay: [{ arguments: { to: { oneOf: ["a", "b"] }, amount: { range: { max: 10 } } } }] },
    deny: { pay: [{ arguments: { note: { glob: "*gift*" } } }] },
  });
  const explain = (values: object) => policy.explain(createCallContext({ function: "pay", arguments: values })).rules;

  test("tells of each condition that does not hold, and of what can't be judged", () => {
    expect(explain({ to: "c", amount: 11, note: "rent" })).toEqual([
      { rule: "deny.pay[0]", effect: "deny", matched: false, determining: false, why: 'Argument "note": glob "*gift*" does not hold.' },
      {
        rule: "allow.pay[0]",
        effect: "allow",
        matched: false,
        determining: false,
        why: 'Argument "to": oneOf ["a","b"] does not hold. Argument "amount": range {"max":10} does not hold.',
      },
      { rule: "default", effect: "deny", matched: true, determining: true, why: "No rule holds for the call." },
    ]);
    expect(explain({ to: "a", amount: 1 })[0]).toEqual({
      rule: "deny.pay[0]",
      effect: "deny",
      matched: true,
      determining: true,
      why: 'Argument "note": glob "*gift*" can\'t be judged. In doubt it holds.',
    });
  });

  test("the reason of a decision names the conditions", () => {
    const { reason } = policy.decide(createCallContext({ function: "pay", arguments: { to: "a", amount: 1, note: "" } }));
    expect(reason).toBe('Rule allow.pay[0] ({"to":{"oneOf":["a","b"]},"amount":{"range":{"max":10}}}) holds for the call.');
  });
});
