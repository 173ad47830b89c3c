import { createCallContext } from "@acta/governance";
import { describe, expect, test } from "vitest";
import { PermissionPolicy } from "./permission-policy.js";
import { printable } from "./printable.js";
import { skeleton } from "./skeleton.js";
import { findSuspicion } from "./suspicious-text.js";

const invisible = [
  "a\u200bb",
  "a\u00adb",
  "\ufeffa",
  "a\u202eb",
  "a\u2066b",
  "a\nb",
  "a\tb",
  "a\u00a0b",
  "a\u3164b",
  "a\u2800b",
  "a\u0000b",
  "a\ufe0f",
  "a\ud800",
  "a\u{e0061}",
  "a\u2028b",
  "a\u007f",
];
const lookAlike = [
  "p\u0430y",
  "\u0440\u0430\u0443",
  "\u0391B",
  "\uff42ash",
  "b\u0251sh",
  "a\u2044b",
  "a\u2215b",
  "a\u2026",
  "\u{1d41a}",
  "\ufb01le",
  "b\u0430sh_tool",
  "\u0405\u0421",
  "a\uff0eb",
  "a\u2010b",
];
const harmless = [
  "",
  "bash",
  "src/index.ts",
  "caf\u00e9",
  "cafe\u0301",
  "\u043e\u0442\u0447\u0451\u0442.txt",
  "\u0434\u0430\u043d\u043d\u044b\u0435/\u0441\u0430\u0445\u0430\u0440.txt",
  "\u5929\u6c17",
  "\u03bb\u03cc\u03b3\u03bf\u03c2",
  "na\u00efve \u2013 draft",
  "\ud55c\uad6d\uc5b4",
  "S\u0131nav",
  "\u{1f600}",
];

describe("suspicion", () => {
  test.each(invisible)("invisible: %j", (text) => expect(findSuspicion(text)).toBe("invisible"));
  test.each(lookAlike)("looks like another: %j", (text) => expect(findSuspicion(text)).toBe("look_alike"));
  test.each(harmless)("none: %j", (text) => expect(findSuspicion(text)).toBeUndefined());
});

describe("skeleton", () => {
  test.each([
    ["B\u0430sh", "bash"],
    ["ba\u200bsh", "bash"],
    ["\uff22\uff21sh", "bash"],
    ["\u{1d41b}ash", "bash"],
    ["a\u2044b", "a/b"],
    ["caf\u00e9", "caf\u00e9"],
    ["cafe\u0301", "caf\u00e9"],
  ])("%j is %j", (text, expected) => expect(skeleton(text)).toBe(expected));
});

describe("printable", () => {
  test.each([
    ["pay\u200b now", "pay\\u{200b} now"],
    ["\u202eevil", "\\u{202e}evil"],
    ["p\u0430y all", "p\\u{430}y all"],
    ["a\nb\tc", "a\\u{a}b\\u{9}c"],
    ["\ud800", "\\u{d800}"],
    ["\uff50ay", "\\u{ff50}ay"],
    ["a\u2044b", "a\\u{2044}b"],
  ])("%j reads %j", (text, expected) => expect(printable(text)).toBe(expected));

  test("leaves what reads as it is", () => {
    for (const text of harmless) expect(printable(text)).toBe(text);
    expect(printable('{"a":"\u043f\u0440\u0438\u0432\u0435\u0442, \\u{200b}"}')).toBe(
      '{"a":"\u043f\u0440\u0438\u0432\u0435\u0442, \\u{200b}"}',
    );
  });

  test("never shows what is suspicious", () => {
    for (const text of [...invisible, ...lookAlike]) expect(findSuspicion(printable(text))).toBeUndefined();
  });
});

describe("in policies and calls", () => {
  const call = (name: string, values: object = {}) => createCallContext({ function: name, arguments: values });
  const policy = PermissionPolicy.from({
    mode: "rules",
    default: "abstain",
    deny: { bash: ["*"], reader: ["*.env"] },
    allow: { "*": ["*"] },
  });

  test.each([...invisible, ...lookAlike])("a name is refused in a policy, escaped in the report: %j", (name) => {
    for (const data of [
      { allow: { [name]: ["*"] } },
      { deny: { [name]: [] } },
      { tools: { [name]: {} } },
      { tools: { t: { aliases: [name] } } },
    ]) {
      const load = () => PermissionPolicy.from({ mode: "rules", ...data });
      expect(load).toThrow(expect.objectContaining({ code: "invalid_policy", message: expect.stringMatching(/^[\x20-\x7e]*$/) }));
    }
  });

  test.each(["/d\u0430ta", "/data\u200b", "~/x", "file:///x", "", "a\\..\\b"])("a folder is refused in a policy: %j", (folder) => {
    const load = () => PermissionPolicy.from({ mode: "rules", allow: { t: [{ arguments: { p: { pathWithin: ["/", folder] } } }] } });
    expect(load).toThrow(expect.objectContaining({ pointer: "/allow/t/0/arguments/p/pathWithin/1" }));
  });

  test("a tool whose name looks like another is never allowed, and denied like it", () => {
    for (const name of ["b\u0430sh", "ba\u200bsh", "\uff42ash", "b\u0430sh_tool"])
      expect(policy.decide(call(name))).toMatchObject({ kind: "deny", rule: "deny.bash[0]" });
    for (const name of ["p\u0430y", "pay\u200b"]) {
      expect(policy.decide(call(name)).kind).toBe("abstain");
      expect(policy.explain(call(name)).rules[0]?.why).toMatch(/^[\x20-\x7e]*$/);
    }
    expect(policy.decide(call("pay")).kind).toBe("allow");
  });

  test("a path with such characters is never allowed, and always denied", () => {
    expect(policy.decide(call("reader", { path: "/srv/x" })).kind).toBe("allow");
    for (const path of ["/srv/\u200bx", "/srv/\u202ex", "/s\u0433v/x", "/srv\u2044x"]) {
      const { kind, reason = "" } = policy.decide(call("reader", { path }));
      expect(kind).toBe("deny");
      expect(reason).toMatch(/\\u\{\w+\}/);
    }
  });
});
