import { describe, expect, test } from "vitest";
import { MessageError } from "./message-error.js";

describe("MessageError", () => {
  test("carries code, message and cause", () => {
    const cause = new Error("why");
    const error = new MessageError("unknown_request", "No such request.", { cause });
    expect(error).toMatchObject({ name: "MessageError", code: "unknown_request", message: "No such request.", cause });
  });

  test("is recognized across two copies of the package", () => {
    const foreign = Object.assign(new Error("from elsewhere"), { [Symbol.for("acta.message_error")]: true });
    expect([foreign, new MessageError("invalid_window", "x")].map(MessageError.isInstance)).toEqual([true, true]);
  });

  test.each([[new Error("x")], [null], [undefined], ["invalid_message"], [{ code: "invalid_message" }]])(
    "does not recognize %s",
    (value) => {
      expect(MessageError.isInstance(value)).toBe(false);
    },
  );
});
