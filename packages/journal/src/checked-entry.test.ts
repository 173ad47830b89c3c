import { hostile, revoked } from "@acta/test-kit";
import { expect, test } from "vitest";
import { codeOf, entry } from "../test/entry.js";
import { checkedEntries } from "./checked-entry.js";

test("a copy has what an entry has, and leaves out what was not given", () => {
  const given = [{ ...entry("a", { opens: "m", settles: undefined }), sequence: 9 }, entry("b", { settles: "m" })];
  const copies = checkedEntries(given);
  expect(copies).toEqual([entry("a", { opens: "m" }), entry("b", { settles: "m" })]);
  expect(copies.map((copy) => Object.keys(copy))).toEqual([
    ["id", "kind", "at", "opens", "body"],
    ["id", "kind", "at", "settles", "body"],
  ]);
});

test("each property is read once", () => {
  const reads: string[] = [];
  const given = new Proxy(entry("a", { opens: "m" }), {
    get(target, name) {
      reads.push(String(name));
      return Reflect.get(target, name);
    },
  });
  checkedEntries([given]);
  expect(reads.sort()).toEqual(["at", "body", "id", "kind", "opens", "settles"]);
});

function listProxy() {
  const { proxy, revoke } = Proxy.revocable([entry("a")], {});
  revoke();
  const hostile = new Proxy([entry("a")], {
    get() {
      throw new Error("hostile");
    },
  });
  return { revoked: proxy, hostile };
}

test.each<[string, unknown]>([
  ["no list", null],
  ["something like a list", { length: 1, 0: entry("a") }],
  ["a list that is a revoked proxy", listProxy().revoked],
  ["a list whose length cannot be read", listProxy().hostile],
  ["null in it", [null]],
  ["a hole in it", new Array(1)],
  ["a hostile proxy", [hostile()]],
  ["a revoked proxy", [revoked()]],
  ["an empty id", [entry("")]],
  ["no kind", [{ ...entry("a"), kind: undefined }]],
  ["a time that is a text", [{ ...entry("a"), at: "1" }]],
  ["a time without end", [{ ...entry("a"), at: Number.POSITIVE_INFINITY }]],
  ["a matter that is null", [{ ...entry("a"), opens: null }]],
  ["a settled matter that is an object", [{ ...entry("a"), settles: {} }]],
  ["no body", [{ ...entry("a"), body: undefined }]],
])("%s is refused as invalid_entry", (_, given) => {
  expect(codeOf(() => checkedEntries(given as never))).toBe("invalid_entry");
});
