import { expect, test } from "vitest";
import { InvalidPolicy, toPointer } from "./invalid-policy.js";

test("the brand holds for another copy of the package", () => {
  expect(InvalidPolicy.isInstance({ [Symbol.for("acta.invalid-policy")]: true })).toBe(true);
  expect(InvalidPolicy.isInstance(new Error("invalid_policy"))).toBe(false);
});

test("what refuses to be read has no brand", () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  expect(InvalidPolicy.isInstance(proxy)).toBe(false);
  expect(InvalidPolicy.isInstance({ [Symbol.for("acta.invalid-policy")]: "yes" })).toBe(false);
});

test("a cause is kept, and keys in a pointer are escaped", () => {
  const cause = new Error("why");
  const error = new InvalidPolicy("it is wrong", toPointer(["allow", "a/b~c", 0]), { cause });
  expect(error.cause).toBe(cause);
  expect(error.message).toBe("The policy is invalid at /allow/a~1b~0c/0: it is wrong.");
});
