import { describe, expect, test } from "vitest";
import * as api from "./index.js";

const errors = [
  { Type: api.Cancellation, error: new api.Cancellation(), code: "cancelled", brand: "acta.cancellation" },
  { Type: api.DeadlineExceeded, error: new api.DeadlineExceeded(50), code: "deadline_exceeded", brand: "acta.deadline_exceeded" },
  { Type: api.EventError, error: new api.EventError("timeout", "0 or more"), code: "invalid_timeout", brand: "acta.event_error" },
  { Type: api.ThrownValue, error: new api.ThrownValue("x"), code: "thrown_value", brand: "acta.thrown_value" },
];

describe.each(errors)("$Type.name", ({ Type, error, code, brand }) => {
  test("has its code, its name and a sentence", () => {
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ code, name: Type.name, message: expect.stringMatching(/^[A-Z].*\.$/) });
  });

  test("is recognized across copies of the package, and nothing else is", () => {
    expect(Type.isInstance(error)).toBe(true);
    expect(Type.isInstance({ [Symbol.for(brand)]: true })).toBe(true);
    const others: unknown[] = errors.flatMap((other) => (other.Type === Type ? [] : [other.error]));
    const throwing = new Proxy(
      {},
      {
        get() {
          throw new Error("no");
        },
      },
    );
    for (const value of [...others, new Error("x"), null, undefined, 0, "text", throwing]) expect(Type.isInstance(value)).toBe(false);
  });
});

test("every exported error is among these", () => {
  const exported = Object.values(api).filter((value) => typeof value === "function" && value.prototype instanceof Error);
  expect(new Set(exported)).toEqual(new Set(errors.map(({ Type }) => Type)));
});

test("a cancellation carries its message and its cause", () => {
  const error = new api.Cancellation("Enough.", { cause: "why" });
  expect(error).toMatchObject({ message: "Enough.", cause: "why" });
});

test("isTerminal knows the five ends", () => {
  const statuses = ["pending", "processing", "completed", "failed", "skipped", "cancelled", "aborted", "nope", undefined];
  expect(statuses.filter(api.isTerminal)).toEqual(["completed", "failed", "skipped", "cancelled", "aborted"]);
});
