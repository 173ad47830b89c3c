import { verifies } from "@acta/requirements";
import { describe, expect, test } from "vitest";
import type { EventStatus } from "./event-status.js";
import { Execution } from "./execution.js";

describe("the status", () => {
  const statuses: EventStatus[] = ["pending", "processing", "completed", "failed", "skipped", "cancelled", "aborted"];

  test.each(statuses)("may be %s", verifies("D1.status-vocabulary"), (status) => {
    const execution = new Execution();
    execution.status = status;
    expect(execution.status).toBe(status);
  });

  test.each(["done", "", 3, null, Symbol("s")])("may not be %s", verifies("D1.status-vocabulary"), (status) => {
    const execution = new Execution();
    expect(() => {
      execution.status = status as EventStatus;
    }).toThrow(expect.objectContaining({ code: "invalid_status" }));
    expect(execution.status).toBe("pending");
  });
});

describe("the error", () => {
  test("may be replaced by another or by null", () => {
    const execution = new Execution();
    const error = new Error("set");
    execution.error = error;
    expect(execution.error).toBe(error);
    execution.error = null;
    expect(execution.error).toBeNull();
  });

  test.each(["text", undefined, {}, 0])("may not be %j", (value) => {
    const execution = new Execution();
    expect(() => {
      execution.error = value as Error;
    }).toThrow(expect.objectContaining({ code: "invalid_error" }));
    expect(execution.error).toBeNull();
  });
});

describe("addError", () => {
  test("keeps one error as it is", verifies("D1.error-cap"), () => {
    const execution = new Execution();
    const error = new Error("only");
    execution.addError(error);
    expect(execution.error).toBe(error);
  });

  test("makes a flat group of more", verifies("D1.error-cap"), () => {
    const execution = new Execution();
    const errors = ["a", "b", "c"].map((message) => new Error(message));
    for (const error of errors) execution.addError(error);
    expect(execution.error).toBeInstanceOf(AggregateError);
    expect(execution.error).toMatchObject({ errors });
  });

  test("adds to a group that came first, without touching it", () => {
    const execution = new Execution();
    const group = new AggregateError([new Error("a"), new Error("b")], "original", { cause: "why" });
    execution.addError(group);
    execution.addError(new TypeError("c"));
    expect(execution.error).toMatchObject({
      message: "original",
      cause: "why",
      errors: [{ message: "a" }, { message: "b" }, { message: "c" }],
    });
    expect(group.errors).toHaveLength(2);
  });

  test("takes a group that comes later as one member", () => {
    const execution = new Execution();
    const group = new AggregateError([new Error("a"), new Error("b")]);
    execution.addError(new Error("first"));
    execution.addError(group);
    expect(execution.error).toMatchObject({ errors: [{ message: "first" }, group] });
  });

  test.each([
    [99, 99, "e98"],
    [100, 100, "e99"],
    [101, 100, "e99"],
    [250, 100, "e99"],
  ])("of %d errors keeps %d", verifies("D1.error-cap"), (count, kept, last) => {
    const execution = new Execution();
    for (let n = 0; n < count; n++) execution.addError(new Error(`e${n}`));
    const { errors } = execution.error as AggregateError;
    expect(errors).toHaveLength(kept);
    expect(errors.at(-1)).toMatchObject({ message: last });
  });

  test("takes whatever was thrown", () => {
    const execution = new Execution();
    execution.addError(undefined);
    execution.addError("text");
    expect(execution.error).toMatchObject({ errors: [{ value: undefined }, { value: "text" }] });
  });

  test.each(["errors", "message"])("takes a group whose %s cannot be read as a member", (key) => {
    const execution = new Execution();
    const group = Object.defineProperty(new AggregateError([]), key, {
      get() {
        throw new Error("unreadable");
      },
    });
    execution.addError(group);
    execution.addError(new Error("next"));
    expect((execution.error as AggregateError).errors[0]).toBe(group);
  });
});

test("tells its listener of each status", () => {
  const told: EventStatus[] = [];
  const execution = new Execution((status) => told.push(status));
  execution.status = "processing";
  execution.status = "completed";
  expect(told).toEqual(["processing", "completed"]);
});

test("toJSON shows what is not known as null", verifies("D1.serialize.response"), () => {
  expect(new Execution().toJSON()).toEqual({ status: "pending", duration: null, response: null, error: null, retryable: null });
});
