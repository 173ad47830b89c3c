import { hostile } from "@acta/test-kit";
import { describe, expect, test } from "vitest";
import { canonicalJson, digest } from "../canonical-json.js";
import { combine } from "../combine.js";
import type { Json } from "../json.js";
import { layer } from "../layers.js";
import type { Policy } from "../policy.js";
import { shadow } from "../shadow.js";
import { InvalidSnapshot, takeSnapshot } from "../snapshot.js";

const policy = (id: string, version = "1", more: object = {}): Policy => ({ id, version, decide: () => true, ...more });

describe("takeSnapshot", () => {
  test("describes policies as data, parts and rules included", async () => {
    const taken = await takeSnapshot([
      layer("organization", policy("a", "1", { toJSON: () => ({ deny: ["x"] }) })),
      combine([() => true, shadow(policy("b"), () => {})]),
    ]);
    const a = { id: "a", version: "1", layer: null, advisory: false, rules: { deny: ["x"] }, policies: [] };
    const gate = { id: "gate", version: null, layer: null, advisory: false, rules: null, policies: [] };
    const b = { ...gate, id: "b", version: "1" };
    expect(taken.policies).toEqual([
      { ...a, layer: "organization" },
      { ...gate, id: "combined", version: "+", policies: [gate, { ...gate, id: "shadow:b", advisory: true, policies: [b] }] },
    ]);
    expect(taken.digest).toBe(await digest(taken.policies as unknown as Json));
    expect(canonicalJson(taken.policies as unknown as Json)).toContain('"rules":{"deny":["x"]}');
  });

  test("equal policies have equal digests, and any difference shows", async () => {
    const digestOf = async (...policies: readonly Policy[]) => (await takeSnapshot(policies)).digest;
    expect(await digestOf(policy("a"), policy("b"))).toBe(await digestOf(policy("a"), policy("b")));
    const digests = [
      await digestOf(),
      await digestOf(policy("a")),
      await digestOf(policy("b")),
      await digestOf(policy("a", "2")),
      await digestOf(policy("a"), policy("a")),
      await digestOf(layer("agent", policy("a"))),
      await digestOf(policy("a", "1", { advisory: true })),
      await digestOf(policy("a", "1", { toJSON: () => ({ allow: 1 }) })),
      await digestOf(policy("a", "1", { toJSON: () => ({ allow: 2 }) })),
    ];
    expect(new Set(digests).size).toBe(digests.length);
  });

  const looped: Policy = {
    id: "loop",
    version: "1",
    decide: () => true,
    get policies() {
      return [looped];
    },
  };
  test.each([
    ["no list", null],
    ["text", "policies"],
    ["a hostile proxy in the list", [hostile()]],
    ["null in the list", [null]],
    ["a hole", new Array(1)],
    ["a policy without an id", [{ decide: () => true }]],
    ["a policy without decide", [{ id: "x", version: "1" }]],
    ["an id that is no text", [policy(7 as never)]],
    ["a version that is no text", [policy("a", 7 as never)]],
    ["a layer that is no text", [policy("a", "1", { layer: {} })]],
    ["rules that are no data", [policy("a", "1", { toJSON: () => new Date(0) })]],
    ["rules with a key __proto__", [policy("a", "1", { toJSON: () => JSON.parse('{"__proto__":{}}') })]],
    ["parts that are no list", [policy("a", "1", { policies: {} })]],
    ["a policy that is part of itself", [looped]],
  ])("%s is refused", async (_, policies) => {
    await expect(takeSnapshot(policies as never)).rejects.toMatchObject({ name: "InvalidSnapshot", code: "invalid_policies" });
  });
});

test("the error is known to another copy of the package", () => {
  const cause = new Error("why");
  const error = new InvalidSnapshot("load_failed", "no", { cause });
  expect(error).toMatchObject({ code: "load_failed", cause });
  expect([error, new Error("no"), null].map(InvalidSnapshot.isInstance)).toEqual([true, false, false]);
});
