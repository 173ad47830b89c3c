import { expect, test } from "vitest";
import { attemptIdOf, jobIdOf } from "./attempt.js";

test("a job id has no colon, is no whole number, and belongs to one attempt only", () => {
  const attempts = ["c", "c.1", "a:b", "a%3Ab", "12", "", "é/\u0000"].flatMap((callId) =>
    [1, 2, 11].map((attempt) => ({ callId, attempt })),
  );
  const ids = attempts.map(jobIdOf);
  expect(new Set(ids).size).toBe(attempts.length);
  for (const id of ids) expect([id, id.includes(":"), String(Number.parseInt(id, 10)) === id]).toEqual([id, false, false]);
  expect(jobIdOf({ callId: "a:b", attempt: 2 })).toBe("a%3Ab.2");
  expect(attemptIdOf({ callId: "a:b", attempt: 2 })).toBe("a:b:2");
  expect(() => jobIdOf({ callId: "\ud800", attempt: 1 })).toThrow(URIError);
});
