import { describe, expect, test } from "vitest";
import { callOf } from "../../test/call.js";
import { combine, evaluateAll } from "../combine.js";
import { abstain, deny } from "../decision.js";
import { evaluate } from "../evaluate.js";
import { explain } from "../explain.js";
import { layer, layers } from "../layers.js";
import type { Policy } from "../policy.js";
import { rulePolicy } from "../rules.js";
import { takeSnapshot } from "../snapshot.js";

const call = callOf();

describe("layer", () => {
  test("labels decisions, also those of a policy that fails", async () => {
    const decide = () => {
      throw new Error("no");
    };
    expect(evaluate(layer("workspace", { id: "files", decide: () => true }), call)).toEqual({
      kind: "allow",
      policy: "files",
      layer: "workspace",
    });
    expect(evaluate(layer("agent", { id: "files", decide }), call)).toMatchObject({ code: "gate_failed", policy: "files", layer: "agent" });
    expect(
      evaluate(
        layer("tool", () => false),
        call,
      ),
    ).toMatchObject({ kind: "deny", policy: "gate", layer: "tool" });
    expect(
      await evaluate(
        layer("session", async () => false),
        call,
      ),
    ).toMatchObject({ kind: "deny", layer: "session" });
  });

  test("a label stays on the decision of a combined policy, and is replaced by a label of its own", () => {
    const inner = layer("organization", () => false);
    expect(evaluate(combine([() => true, inner]), call)).toMatchObject({ policy: "combined", layer: "organization" });
    expect(evaluate(layer("agent", combine([inner])), call)).toMatchObject({ layer: "agent" });
  });

  test("what a policy writes of its layer does not hide its label", () => {
    const decide = () => deny("no", { layer: "organization" });
    expect(evaluate(layer("tool", { id: "x", decide }), call)).toMatchObject({ layer: "tool" });
  });

  test.each(layers)("%s changes nothing about which answer counts", (label) => {
    for (const [one, other] of [
      [() => false, () => true],
      [() => true, () => false],
      [() => abstain(), () => abstain()],
    ] as const) {
      const plain = evaluateAll([one, other], call);
      expect(evaluateAll([layer(label, one), layer("tool", other)], call)).toMatchObject({
        kind: plain instanceof Promise ? "" : plain?.kind,
      });
    }
  });

  test("everything else is handed on: version, advice, memory, `this`", async () => {
    class Remembering implements Policy {
      readonly id = "memory";
      version = "1";
      readonly advisory = true;
      #ends: string[] = [];
      decide() {
        return this.#ends.length === 0;
      }
      settle() {
        this.#ends.push("end");
      }
    }
    const policy = new Remembering();
    const labelled = layer("session", policy);
    expect(labelled).toMatchObject({ id: "memory", version: "1", advisory: true, policies: undefined });
    policy.version = "2";
    expect(labelled.version).toBe("2");
    expect(evaluate(labelled, call)).toMatchObject({ kind: "allow" });
    await labelled.settle?.(call, { executed: "yes" });
    expect(evaluate(labelled, call)).toMatchObject({ kind: "deny" });
  });

  test("it can be explained and described as before, and has no member that it had not", async () => {
    const rules = rulePolicy({ id: "rules", version: "1", rules: [{ id: "all", effect: "allow", when: () => true }] });
    const labelled = layer("agent", combine([layer("tool", rules)]));
    expect((await explain(labelled, call)).determining).toMatchObject([{ rule: "all", policy: "rules", layer: "tool" }]);
    const { policies } = await takeSnapshot([layer("agent", { ...rules, toJSON: () => ["all"] } as Policy)]);
    expect(policies).toEqual([{ id: "rules", version: "1", layer: "agent", advisory: false, rules: ["all"], policies: [] }]);
    expect(["settle", "explain", "toJSON"].filter((member) => member in layer("agent", { id: "x", decide: () => true }))).toEqual([]);
  });

  test("a label that does not exist is a mistake", () => {
    expect(() => layer("kernel" as never, () => true)).toThrow(TypeError);
  });
});
