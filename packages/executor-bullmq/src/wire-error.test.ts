import { NotExecuted } from "@acta/actions";
import { Cancellation } from "@acta/event";
import { expect, test } from "vitest";
import { BullmqError } from "./bullmq-error.js";
import { RemoteError } from "./remote-error.js";
import { errorFrom, wireErrorOf } from "./wire-error.js";

const there = (thrown: unknown) => errorFrom(JSON.parse(JSON.stringify(wireErrorOf(thrown))));

test("errors keep their name, text and code, and what they mean to a transaction", () => {
  const range = there(Object.assign(new RangeError("too far"), { code: "far", secret: "s" }));
  expect(range).toBeInstanceOf(RemoteError);
  expect({ ...range, message: range.message }).toEqual({ name: "RangeError", message: "too far", code: "far" });
  expect(NotExecuted.isInstance(there(new NotExecuted("no")))).toBe(true);
  expect(Cancellation.isInstance(there(new Cancellation("stop")))).toBe(true);
  expect(there(new BullmqError("unknown_tool", "none"))).toMatchObject({ name: "BullmqError", code: "unknown_tool" });
});

test("whatever was thrown can be carried", () => {
  const hostile = new Proxy(new Error("x"), {
    get() {
      throw new Error("do not read me");
    },
  });
  for (const thrown of ["text", undefined, null, 1n, Symbol("s"), hostile, Object.create(null)])
    expect(there(thrown)).toBeInstanceOf(Error);
});

test("what is no error from a worker is an error all the same", () => {
  for (const junk of [undefined, null, 1, "text", [], { name: 1, message: {} }, { brand: "bullmq", code: "made_up" }]) {
    expect(errorFrom(junk)).toBeInstanceOf(RemoteError);
  }
});
