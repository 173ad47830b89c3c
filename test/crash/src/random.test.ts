import { expect, test } from "vitest";
import { below, randomFrom } from "./random.js";

test("a seed decides the numbers, and another seed others", () => {
  const ten = (seed: number) => Array.from({ length: 10 }, randomFrom(seed));
  expect(ten(7)).toEqual(ten(7));
  expect(ten(7)).not.toEqual(ten(8));
  expect(new Set(ten(7)).size).toBe(10);
});

test("numbers are spread from 0 to below 1, integers from 0 to below their end", () => {
  const random = randomFrom(1);
  const numbers = Array.from({ length: 10_000 }, random);
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...numbers)).toBeLessThan(1);
  expect(numbers.filter((number) => number < 0.5).length / numbers.length).toBeCloseTo(0.5, 1);
  expect(new Set(Array.from({ length: 200 }, () => below(random, 4)))).toEqual(new Set([0, 1, 2, 3]));
});
