import { expect, test } from "vitest";
import type { Answer } from "./answer.js";
import { limitAnswer } from "./limit-answer.js";

const answer = (body: object) => ({ version: 1, token: "t", ...body }) as Answer;

test("counts bytes, lets what fits through, and says of the rest what is known", () => {
  const whole = answer({ kind: "returned", output: "é" });
  const bytes = Buffer.byteLength(JSON.stringify(whole));
  expect(limitAnswer(whole, bytes)).toBe(whole);
  const executed = (body: object) => (limitAnswer(answer(body), bytes - 1) as { executed?: unknown }).executed;
  const error = { name: "Error", message: "x".repeat(100), code: null, brand: null };
  expect(limitAnswer(whole, bytes - 1)).toMatchObject({ kind: "threw", token: "t", executed: "yes", error: { code: "result_too_large" } });
  expect([executed({ kind: "threw", executed: "no", error }), executed({ kind: "lost", reason: "x".repeat(100) })]).toEqual([
    "no",
    "unknown",
  ]);
});
