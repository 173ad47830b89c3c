import { describe, expect, test } from "vitest";
import { CodecError } from "./codec-error.js";

describe("CodecError", () => {
  test("carries code, place and cause", () => {
    const cause = new Error("why");
    const error = new CodecError("malformed_call", "No.", { path: ["choices", 0], line: 3, cause });
    expect(error).toMatchObject({ name: "CodecError", code: "malformed_call", message: "No.", path: ["choices", 0], line: 3, cause });
    expect(new CodecError("not_json", "No.")).toMatchObject({ path: null, line: null });
  });

  test("is recognized across two copies of the package", () => {
    const foreign = Object.assign(new Error("from elsewhere"), { [Symbol.for("acta.CodecError")]: true });
    expect([foreign, new CodecError("not_json", "x"), new Error("x"), null, "not_json"].map(CodecError.isInstance)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
