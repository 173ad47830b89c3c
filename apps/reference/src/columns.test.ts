import { expect, test } from "vitest";
import { type Column, Table } from "./columns.js";

const columns: readonly Column<string>[] = [
  { head: "#", toTheRight: true, cell: (_, index) => String(index + 1) },
  { head: "word", cell: (word) => word, colour: (word) => (word === "red" ? "red" : null) },
  { head: "last", cell: (word) => word.repeat(10) },
];

test("rows that come later continue the count, without heads, as wide as those before", () => {
  const table = new Table(columns, { write: () => {} });
  expect(table.add([])).toBe("#  word  last\n");
  expect(table.add(["a\n", "longer"])).toBe(`1  a\\n     ${"a\\n".repeat(10)}\n2  longer  ${"longer".repeat(10)}\n`);
  expect(table.add(["b"])).toBe("3  b       bbbbbbbbbb\n");
});

test("the last column has what room is left, but never less than 20", () => {
  const add = (width: number) => new Table(columns, { write: () => {}, columns: width }).add(["1234567"]).split("\n")[1];
  expect(add(40)).toHaveLength(40);
  expect(add(1)).toBe("1  1234567  1234567123456712345…");
});
