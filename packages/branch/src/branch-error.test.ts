import { describe, expect, test } from "vitest";
import { ActFailed, BranchError, RecordLost } from "./branch-error.js";

const plain = new BranchError("invalid_options", "no");
const failed = new ActFailed([], [new TypeError("first"), new Error("second")]);
const lost = new RecordLost("c1", null, new Error("disk"));

describe("isInstance", () => {
  test("knows its own, and tells them apart by code", () => {
    expect([plain, failed, lost].map((error) => BranchError.isInstance(error))).toEqual([true, true, true]);
    expect([plain, failed, lost].map((error) => ActFailed.isInstance(error))).toEqual([false, true, false]);
    expect([plain, failed, lost].map((error) => RecordLost.isInstance(error))).toEqual([false, false, true]);
  });

  test("knows an error of another copy of the package", () => {
    const foreign = Object.assign(new Error("x"), { [Symbol.for("acta.branch-error")]: true, code: "record_lost" });
    expect(RecordLost.isInstance(foreign)).toBe(true);
  });

  test.each([[null], [undefined], ["act_failed"], [{ code: "act_failed" }]])("is false for %j", (value) => {
    expect(ActFailed.isInstance(value)).toBe(false);
  });

  test("is false for what cannot be read", () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(BranchError.isInstance(proxy)).toBe(false);
  });
});

test("names, codes, causes and messages", () => {
  expect([plain.name, failed.name, lost.name]).toEqual(["BranchError", "ActFailed", "RecordLost"]);
  expect([plain.code, failed.code, lost.code]).toEqual(["invalid_options", "act_failed", "record_lost"]);
  expect(failed).toMatchObject({ cause: failed.errors[0], message: "2 calls failed" });
  expect(new ActFailed([], [new Error("only")]).message).toBe("only");
  expect(lost).toMatchObject({ callId: "c1", event: null, message: "the end of the call c1 could not be stored" });
});
