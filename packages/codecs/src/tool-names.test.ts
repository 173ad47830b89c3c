import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { named, providers } from "../test/codecs.js";
import { providerRules } from "../test/provider-rules.js";
import { openaiChat } from "./openai-chat.js";
import { shortHash } from "./short-hash.js";
import { toolNames, withOthers } from "./tool-names.js";

const accepted = /^[a-zA-Z0-9_-]{1,64}$/;
const name = fc.oneof(
  fc.constantFrom("a.b", "a/b", "a_b", "a b", "", "1", "__proto__", "constructor", "toString", "x".repeat(65), `${"x".repeat(64)}y`, "名"),
  fc.string({ maxLength: 6 }),
);
const list = fc.uniqueArray(name, { maxLength: 12 });

describe.each(named(providers))("%s", (format, codec) => {
  test("any list goes out under names that the provider takes, no two the same, and every one means its tool", () => {
    const rule = providerRules[format]?.name ?? /^$/;
    fc.assert(
      fc.property(list, (names) => {
        const tools = names.map((tool) => ({ name: tool }));
        const { names: both } = codec.writeTools(tools);
        const written = names.map(both.aliasOf);
        expect(written.filter((alias) => !rule.test(alias))).toEqual([]);
        expect(new Set(written).size).toBe(names.length);
        expect(written.map(both.nameOf)).toEqual(names);
        // An alias is no tool's own name: it would stand for another tool.
        for (const [index, alias] of written.entries()) expect(names.indexOf(alias)).toBe(alias === names[index] ? index : -1);
      }),
      { numRuns: 100, seed: 8 },
    );
  });

  test("says every tool once, by its written name", () => {
    const { tools, names } = codec.writeTools([{ name: "files.read" }, { name: "add", description: "Adds." }]);
    const text = JSON.stringify(tools);
    expect(text.match(new RegExp(`"${names.aliasOf("files.read")}"`, "g"))).toHaveLength(1);
    expect(text).toContain("Adds.");
    expect(text.includes('"files.read"')).toBe(format === "mcp");
  });
});

describe("toolNames", () => {
  test("a name that is taken by the provider is kept; an alias can be recognized", () => {
    const { written } = toolNames(["files.read", "add"], accepted);
    expect([...written]).toEqual([
      ["files.read", `files_read_${shortHash("files.read")}`],
      ["add", "add"],
    ]);
  });

  test("does not depend on the order of the list", () => {
    const names = ["a.b", "a/b", `a_b_${shortHash("a.b")}`];
    const sorted = (order: readonly string[]) => [...toolNames(order, accepted).written].sort();
    expect(sorted(names.toReversed())).toEqual(sorted(names));
  });

  test("a tool that is called like another's alias makes the alias move", () => {
    const squatter = `a_b_${shortHash("a.b")}`;
    const both = toolNames(["a.b", squatter], accepted);
    expect(both.nameOf(squatter)).toBe(squatter);
    expect(both.aliasOf("a.b")).not.toBe(squatter);
    expect(both.nameOf(both.aliasOf("a.b"))).toBe("a.b");
  });

  test("two tools of one name are refused", () => {
    expect(() => toolNames(["add", "add"], accepted)).toThrow(expect.objectContaining({ code: "duplicate_tool" }));
  });

  test.each(["constructor", "toString", "__proto__", "files_read", "files_read_000000000", ""])(
    "%j, which is no alias, stays unknown",
    (forged) => {
      const both = toolNames(["files.read"], accepted);
      expect([both.nameOf(forged), both.aliasOf(forged)]).toEqual([forged, forged]);
    },
  );
});

describe("withOthers", () => {
  test("a name of a history that is like an alias gets another, and means no tool", () => {
    const known = toolNames(["files.read"], accepted);
    const alias = known.aliasOf("files.read");
    const all = withOthers(known, [alias, "gone", "gone.too"], accepted);
    expect(all.aliasOf("files.read")).toBe(alias);
    expect(all.aliasOf(alias)).not.toBe(alias);
    expect(all.aliasOf("gone")).toBe("gone");
    expect(all.aliasOf("gone.too")).toMatch(accepted);
    expect(known.nameOf(all.aliasOf("gone.too"))).toBe(all.aliasOf("gone.too"));
  });
});

test("no two names of a history are written as one, whatever they are", () => {
  const squatter = fc.tuple(name, fc.boolean()).map(([text, isAlias]) => (isAlias ? toolNames([text], /^$/).aliasOf(text) : text));
  fc.assert(
    fc.property(fc.uniqueArray(squatter, { maxLength: 8 }), fc.uniqueArray(squatter, { maxLength: 8 }), (listed, others) => {
      const all = withOthers(toolNames(listed, accepted), others, accepted);
      const names = [...new Set([...listed, ...others])];
      expect(new Set(names.map(all.aliasOf)).size).toBe(names.length);
      expect(names.map(all.aliasOf).filter((alias) => !accepted.test(alias))).toEqual([]);
    }),
    { numRuns: 300, seed: 8 },
  );
});

describe("an alias there and back", () => {
  const { names } = openaiChat.writeTools([{ name: "files.read" }]);
  const called = (name: string) => openaiChat.read([{ id: "c", function: { name, arguments: "{}" } }], { names })[0]?.function;

  test("a call by its alias is a call of the tool, by its own name; anything else is as unknown as it was", () => {
    expect(called(names.aliasOf("files.read"))).toBe("files.read");
    expect(called("files_read")).toBe("files_read");
    expect(called("__proto__")).toBe("__proto__");
  });
});
