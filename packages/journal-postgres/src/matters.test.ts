import { expect, test } from "vitest";
import { draftOf } from "./draft.js";
import { mattersOf } from "./matters.js";

const opening = (matter: string) => draftOf({ id: `open ${matter}`, kind: "k", at: 0, opens: matter, body: null });
const settling = (matter: string) => draftOf({ id: `settle ${matter}`, kind: "k", at: 0, settles: matter, body: null });

test("what an append opens and does not settle stays open, at its place", () => {
  expect(mattersOf([settling("x"), opening("a"), opening("b"), settling("a")])).toEqual({
    closing: ["x"],
    opening: [{ matter: "b", place: 3 }],
  });
});

test("to settle before it is opened needs it open before", () => {
  expect(mattersOf([settling("a"), opening("a")])).toEqual({ closing: ["a"], opening: [{ matter: "a", place: 2 }] });
});

test("a matter that is settled twice is named twice", () => {
  expect(mattersOf([settling("a"), settling("a")]).closing).toEqual(["a", "a"]);
});
