import { describe, expect, test } from "vitest";
import { house } from "./house.js";
import { sourcesOf } from "./source-tree.js";

/**
 * V8 takes a function that is written where a property is assigned for a method, and makes it in its old space. Made once a call, it keeps all that
 * the call had from the next minor collections (docs/performance.md).
 */
const literalInProperty = /\.#?\w+ (?:\?\?)?= (?:async )?(?:function\b|\([^()]*\) =>|\w+ =>)/g;

const assigned = (text: string) => [...text.matchAll(literalInProperty)].map(([found]) => found);

test.each(Object.keys(house))("%s: no function is written into a property", (name) => {
  expect(sourcesOf(name).flatMap(({ path, text }) => assigned(text).map((found) => `${path}: ${found}`))).toEqual([]);
});

describe("the check itself", () => {
  test.each([
    "this.#settle = (rejection) => {};",
    "this.wake = () => resolve();",
    "generator.return = async (value) => {};",
    "this.#done ??= function () {};",
    "a.b.c = value => value;",
  ])("finds %s", (text) => {
    expect(assigned(text)).toHaveLength(1);
  });

  test.each(["const wake = () => {};", "this.#settle = settle;", "this.#cancel = this.#heed.bind(this);", "if (this.a === (b) ) {}"])(
    "lets pass %s",
    (text) => {
      expect(assigned(text)).toEqual([]);
    },
  );
});
