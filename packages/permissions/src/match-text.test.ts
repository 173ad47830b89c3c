import { createCallContext } from "@acta/governance";
import { describe, expect, test } from "vitest";
import { readMatchText } from "./match-text.js";
import type { MatchedArgument } from "./tool-description.js";

function read(values: object, matched?: readonly MatchedArgument[]) {
  const text = readMatchText(createCallContext({ function: "t", arguments: values }), matched);
  return text.readable ? { exact: text.exact.source, wide: text.wide.map((wide) => wide.source) } : text;
}

describe("one argument", () => {
  test("is its text", () => {
    expect(read({ url: "https://a/../b" }, [{ name: "url" }])).toEqual({ exact: "https://a/../b", wide: [] });
  });

  test("is the normal form of a path, and for rules that widen the path as written", () => {
    expect(read({ path: "/data/../x" }, [{ name: "path", kind: "path" }])).toEqual({ exact: "/x", wide: ["/data/../x", "/x/"] });
  });

  test("with a slash at its end is the same path without, for rules that widen", () => {
    expect(read({ path: ".env/" }, [{ name: "path", kind: "path" }])).toEqual({ exact: ".env/", wide: [".env"] });
    expect(read({ path: "." }, [{ name: "path", kind: "path" }])).toEqual({ exact: "", wide: ["."] });
    expect(read({ path: "/" }, [{ name: "path", kind: "path" }])).toEqual({ exact: "/", wide: [] });
  });

  test("is unreadable as a path that systems read differently", () => {
    for (const path of ["src/..\\..\\a", "src\\../a", "a/../b\\..\\c", ".env\0.txt"]) {
      expect(read({ path }, [{ name: "path", kind: "path" }])).toMatchObject({ readable: false });
    }
    for (const path of ["a\\b", "a/..b\\c"]) expect(read({ path }, [{ name: "path", kind: "path" }])).toHaveProperty("exact", path);
  });

  test("is the words of a program, and for rules that widen without quotes and without folder", () => {
    const matched: MatchedArgument[] = [{ name: "command", kind: "program" }];
    expect(read({ command: " ls   -l" }, matched)).toEqual({ exact: "ls -l", wide: [] });
    expect(read({ command: "/bin/rm 'a b'" }, matched)).toEqual({ exact: '/bin/rm "a b"', wide: ["/bin/rm a b", "rm a b"] });
    expect(read({ command: "" }, matched)).toEqual({ exact: "", wide: [] });
  });

  test("is unreadable when missing, no text, inherited, or a program with more than words", () => {
    expect(read({}, [{ name: "toString" }])).toEqual({ readable: false, problem: 'Argument "toString" is not a text.' });
    for (const path of [null, 1, true, ["/x"], {}]) expect(read({ path }, [{ name: "path" }])).toHaveProperty("readable", false);
    expect(read({ c: "a;b" }, [{ name: "c", kind: "program" }])).toEqual({
      readable: false,
      problem: 'Argument "c" is more than words and quotes: operator at 1.',
      program: { ok: false, problem: "operator", at: 1 },
    });
  });
});

describe("several arguments", () => {
  const matched: MatchedArgument[] = [{ name: "pattern" }, { name: "path", kind: "path", optional: true }];

  test("are joined by one space; an optional one may be absent or null", () => {
    expect(read({ pattern: "todo", path: "src/a" }, matched)).toEqual({ exact: "todo src/a", wide: ["todo src/a/"] });
    expect(read({ pattern: "todo" }, matched)).toEqual({ exact: "todo ", wide: [] });
    expect(read({ pattern: "todo", path: null }, matched)).toEqual({ exact: "todo ", wide: [] });
    expect(read({ pattern: "todo", path: 1 }, matched)).toHaveProperty("readable", false);
  });

  test("can't pass for one another", () => {
    expect(read({ pattern: "todo src", path: "/etc" }, matched)).toEqual({
      exact: '"todo src" /etc',
      wide: ["todo src /etc", "todo src /etc/"],
    });
  });
});

test("a tool that is not described has the JSON of all arguments, whatever their order, and each value for rules that widen", () => {
  expect(read({ n: 3, env: "a\\b", list: [null, true] })).toEqual({
    exact: '{"env":"a\\\\b","list":[null,true],"n":3}',
    wide: ["3", "a\\b", "null", "true", "3 a\\b null true", "a\\b null true 3"],
  });
});
