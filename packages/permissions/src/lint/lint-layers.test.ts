import { type CallContext, createCallContext } from "@acta/governance";
import { describe, expect, test } from "vitest";
import { PermissionPolicy } from "../permission-policy.js";
import { readOnlyPermissions, safePermissions } from "../presets.js";
import { lintLayers } from "./lint-layers.js";

const rules = (data: object) => ({ mode: "rules", ...data });
const found = (...policies: object[]) =>
  lintLayers(policies.map((policy, index) => ({ name: `layer${index}`, policy })))
    .filter(({ code }) => code === "deny_is_void")
    .map(({ rule, layer, other, otherLayer }) => `${layer} ${rule} by ${otherLayer} ${other}`);

const open = { allow: { "*": ["*"] } };

describe("a denial is void where another layer", () => {
  test.each<[string, object[], string]>([
    [
      "denies the same before it",
      [
        { ...open, deny: { t: ["a*"] } },
        { ...open, deny: { t: ["a*"] } },
      ],
      "layer1 deny.t[0] by layer0 deny.t[0]",
    ],
    [
      "denies more, after it",
      [
        { ...open, deny: { t: ["ab*"] } },
        { ...open, deny: { t: ["a*"] } },
      ],
      "layer0 deny.t[0] by layer1 deny.t[0]",
    ],
    [
      "denies it for every tool",
      [
        { ...open, deny: { "*": ["*"] } },
        { default: "abstain", deny: { t: ["a"] } },
      ],
      "layer1 deny.t[0] by layer0 deny.*[0]",
    ],
    ["allows nothing of the tool", [{ allow: { other: ["*"] } }, { ...open, deny: { t: ["a"] } }], "layer1 deny.t[0] by layer0 default"],
  ])("%s", (_, layers, expected) => {
    expect(found(...layers.map(rules))).toEqual([expected]);
  });

  test("denies everything", () => {
    expect(found(rules({ ...open, deny: { t: ["a"] } }), { mode: "deny_all" })).toEqual(["layer0 deny.t[0] by layer1 mode.deny_all"]);
  });
});

describe("a denial is not void where", () => {
  test.each<[string, object[]]>([
    [
      "the other layer denies less",
      [
        { ...open, deny: { t: ["a*"] } },
        { default: "abstain", deny: { t: ["ab"] } },
      ].slice(0, 1),
    ],
    [
      "the other layer denies something else",
      [
        { ...open, deny: { t: ["a*"] } },
        { ...open, deny: { t: ["b*"] } },
      ],
    ],
    ["the other layer allows something of the tool", [{ allow: { t: ["a*"] } }, { ...open, deny: { t: ["ab"] } }]],
    [
      "the other layer allows the tool by an alias",
      [{ allow: { u: ["*"] } }, { ...open, deny: { t: ["ab"] }, tools: { t: { aliases: ["u"] } } }],
    ],
    ["the other layer abstains", [{ default: "abstain" }, { ...open, deny: { t: ["ab"] } }]],
    [
      "the other layer sees other texts",
      [
        { ...open, deny: { t: ["a*"] } },
        { ...open, deny: { t: ["a*"] }, tools: { t: { arguments: [{ name: "x" }] } } },
      ],
    ],
  ])("%s", (_, layers) => {
    expect(found(...layers.map(rules))).toEqual([]);
  });
});

test("the presets as layers: what the narrower one denies anyway", () => {
  expect(found(safePermissions, readOnlyPermissions)).toEqual([0, 1, 2, 3, 4].map((n) => `layer0 deny.bash[${n}] by layer1 deny.bash[0]`));
  expect(found(safePermissions, safePermissions)).toHaveLength(5);
  expect(found(readOnlyPermissions, { mode: "allow_all" })).toEqual([]);
});

test("without a denial that is void, every call is answered alike", { timeout: 30_000 }, () => {
  const calls = ["t", "T", "u"].flatMap((tool) =>
    ["", ...words(1), ...words(2), ...words(3)].map((x) => createCallContext({ function: tool, arguments: { x }, callId: "c", at: 0 })),
  );
  const random = seeded(3);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  let voids = 0;
  for (let index = 0; index < 100; index++) {
    const table = () => ({ [pick(["t", "*", "u"])]: [pick(["a*", "ab", "*b", "*", "?"])], t: [pick(["a*", "ab", "*b", "*", "?"])] });
    const layer = () => rules({ default: pick(["deny", "abstain"]), [pick(["deny", "allow"])]: table(), deny: table(), tools: described });
    const layers = [layer(), layer()];
    for (const { code, rule, layer: name } of lintLayers(layers.map((policy, at) => ({ name: String(at), policy })))) {
      if (code !== "deny_is_void") continue;
      voids++;
      const all = layers.map((data) => PermissionPolicy.from(data));
      const without = layers.map((data, at) => PermissionPolicy.from(String(at) === name ? remove(data, rule) : data));
      const different = calls.filter((call) => denied(all, call) !== denied(without, call));
      expect([layers, rule, different]).toEqual([layers, rule, []]);
    }
  }
  expect(voids).toBeGreaterThan(10);
});

const described = { t: { arguments: [{ name: "x" }] }, u: { arguments: [{ name: "x" }] } };

const denied = (layers: readonly PermissionPolicy[], call: CallContext) => layers.some((policy) => policy.decide(call).kind === "deny");

function remove(data: object, id: string): object {
  const [, key = "", place = ""] = /^deny\.(.*)\[(\d+)\]$/.exec(id) ?? [];
  const copy = JSON.parse(JSON.stringify(data));
  copy.deny[key].splice(Number(place), 1);
  return copy;
}

function words(length: number): string[] {
  return length === 0 ? [""] : words(length - 1).flatMap((text) => ["a", "b"].map((character) => text + character));
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
