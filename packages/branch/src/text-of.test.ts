import { expect, test } from "vitest";
import { textOf } from "./text-of.js";

const unreadable = new Proxy(new Error("x"), {
  get: () => {
    throw new Error("trap");
  },
});

test.each<[unknown, string]>([
  [new Error("boom"), "boom"],
  ["text", "text"],
  [undefined, "undefined"],
  [null, "null"],
  [Symbol("s"), "Symbol(s)"],
  [Object.assign(new Error(), { message: 5n }), "5"],
  [Object.create(null), "an error without a text"],
  [Object.assign(new Error(), { message: Object.create(null) }), "an error without a text"],
  [unreadable, "an error without a text"],
])("is a text, whatever was thrown: case %#", (thrown, text) => {
  expect(textOf(thrown)).toBe(text);
});
