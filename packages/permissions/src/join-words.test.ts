import { expect, test } from "vitest";
import { joinWords } from "./join-words.js";

test("plain words are joined by one space", () => {
  expect(joinWords(["git", "log", "-1"])).toBe("git log -1");
  expect(joinWords([])).toBe("");
});

test("different words give different texts", () => {
  const pieces = ["a", "b", " ", '"', ""];
  const words = pieces.flatMap((first) => pieces.map((second) => first + second));
  const lists = [[], ...words.map((word) => [word]), ...words.flatMap((word) => words.map((other) => [word, other]))];
  const distinct = new Set(lists.map((list) => JSON.stringify(list)));
  expect(new Set(lists.map(joinWords)).size).toBe(distinct.size);
});
