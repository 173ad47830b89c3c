import { describe, expect, test } from "vitest";
import { checkEvidence } from "./gate.js";
import { verifies } from "./verifies.js";

describe("checkEvidence", () => {
  const rules = ["A", "B", "C"];

  test("is content where every rule is proved or waits", () => {
    expect(checkEvidence({ rules, pending: { C: "later" }, proved: new Set(["A", "B"]) })).toEqual([]);
  });

  test("names a rule without a test", () => {
    expect(checkEvidence({ rules, pending: {}, proved: new Set(["A", "C"]) })).toEqual(["No test proves B."]);
  });

  test("names what waits without need, and what is no rule", () => {
    expect(checkEvidence({ rules, pending: { A: "later", X: "later" }, proved: new Set(rules) })).toEqual([
      "A is proved by a test, and still in pending.json.",
      "pending.json has X, which is no rule.",
    ]);
  });
});

describe("verifies", () => {
  test("takes one to three rules of the specification", () => {
    expect(verifies("D1.success", "D1.repeat")).toEqual({ meta: { verifies: ["D1.success", "D1.repeat"] } });
    expect(() => verifies()).toThrow(RangeError);
    expect(() => verifies("D1.success", "D1.repeat", "D2.link", "D2.order")).toThrow(RangeError);
    expect(() => verifies("D9.nothing")).toThrow("no such rule");
  });
});
