import type { CallContext } from "../call-context.js";
import { canonicalJson } from "../canonical-json.js";
import type { Decision } from "../decision.js";
import { type ExplainingPolicy, readExplainedRules } from "../explain/explained-rules.js";
import type { Json } from "../json.js";
import type { DecideOptions, Policy } from "../policy.js";
import { hostileCalls, inheritedNames, renamed, unknownName } from "./hostile-calls.js";
import type { Obligation } from "./obligation.js";

const asked = (): DecideOptions => ({ enforced: false, timeoutMs: 1_000, signal: new AbortController().signal });

/** What a call is, for a message. */
const shown = (call: CallContext) => `${call.function}(${canonicalJson(call.arguments).slice(0, 80)})`;

export const answerObligations: readonly Obligation[] = [
  {
    id: "id.stable",
    requirement: "Its id is a name, and the same for each policy that is made.",
    async body(world) {
      const [one, other] = [await world.createBare(), await world.createBare()];
      world.ok(typeof one.id === "string" && one.id !== "", "the id is a text that is not empty");
      world.equal(other.id, one.id, "the id of another");
    },
  },
  {
    id: "version.stable",
    requirement: "Its version, where it has one, is a text, and the same for each policy that is made of the same rules.",
    async body(world) {
      const [one, other] = [await world.createBare(), await world.createBare()];
      world.ok(one.version === undefined || typeof one.version === "string", "the version is a text");
      world.equal(other.version, one.version, "the version of another");
      for (const [, make] of world.examples) await world.ask(one, make());
      world.equal(one.version, other.version, "the version after it was asked");
    },
  },
  {
    id: "answers.examples",
    requirement: "A fresh policy answers each example as the subject says, and not all of them alike.",
    async body(world) {
      for (const [kind, make] of world.examples) {
        const { kind: found, reason } = await world.ask(await world.create(), make());
        world.equal(found, kind, `the answer to the example of ${kind} (${reason})`);
      }
      world.ok(new Set(world.examples.map(([kind]) => kind)).size > 1, "there are examples of at least two kinds");
    },
  },
  {
    id: "answers.throws-nothing",
    requirement: "Whatever the call is, `decide` does not throw.",
    async body(world) {
      const policy = await world.createBare();
      for (const call of hostileCalls(world)) {
        try {
          void Promise.resolve(policy.decide(call, asked())).catch(() => {});
        } catch (error) {
          world.ok(false, `${shown(call)} made it throw: ${String(error)}`);
        }
      }
    },
  },
  {
    id: "answers.rejects-nothing",
    requirement: "Whatever the call is, the promise of an answer is kept.",
    async body(world) {
      const policy = await world.createBare();
      for (const call of hostileCalls(world)) {
        const decision = await world.ask(policy, call, false);
        const broken = decision.rule === "gate_failed" || decision.rule === "gate_timeout";
        world.ok(!broken, `${shown(call)} has no answer: ${decision.reason}`);
      }
    },
  },
  {
    id: "answers.well-formed",
    requirement: "Whatever the call is, the answer is a boolean or a well-formed decision of plain data.",
    async body(world) {
      const policy = await world.createBare();
      for (const call of [...world.examples.map(([, make]) => make()), ...hostileCalls(world)]) {
        const { rule, reason } = await world.ask(policy, call, false);
        world.ok(rule !== "gate_invalid" && rule !== "obligation_unmet", `the answer to ${shown(call)} is not well-formed: ${reason}`);
      }
    },
  },
  {
    id: "names.inherited",
    requirement: "A tool that is named like something every object inherits is answered as any unknown tool.",
    async body(world) {
      for (const [, make] of world.examples) {
        const call = make();
        const known = await world.kind(await world.create(), renamed(call, unknownName));
        for (const name of inheritedNames)
          world.equal(await world.kind(await world.create(), renamed(call, name)), known, `the answer to ${name}`);
      }
    },
  },
  {
    id: "call.untouched",
    requirement: "It changes nothing in the call that it is asked about.",
    async body(world) {
      const policy = await world.createBare();
      for (const [kind, make] of world.examples) {
        const call = structuredClone(make());
        const before = canonicalJson(call as unknown as Json);
        await Promise.resolve(policy.decide(call, asked())).catch(() => {});
        world.equal(canonicalJson(call as unknown as Json), before, `the call of the example of ${kind}`);
      }
    },
  },
  {
    id: "call.prototypes",
    requirement: "Nothing that a model writes changes what every object inherits.",
    async body(world) {
      const policy = await world.createBare();
      const before = inherited();
      try {
        for (const call of hostileCalls(world)) await world.ask(policy, call, false);
        world.equal(inherited(), before, "the members of the prototypes");
      } finally {
        for (const [prototype, name] of added(before)) Reflect.deleteProperty(prototype, name);
      }
    },
  },
  {
    id: "explain.examples",
    requirement: "`explain` gives rules; those that determine the answer match, and have its effect.",
    needs: ["explains"],
    async body(world) {
      for (const [kind, make] of world.examples) {
        const policy = await world.createBare();
        const call = make();
        const rules = await explained(policy, call);
        world.ok(rules, `the explanation of the example of ${kind} is well-formed`);
        const decision: Decision = await world.ask(policy, call, false);
        for (const rule of rules ?? []) {
          if (rule.determining) world.equal([rule.matched, rule.effect], [true, decision.kind], `the determining rule ${rule.rule}`);
          if (rule.rule === decision.rule) world.ok(rule.determining, `the rule that the decision names, ${rule.rule}, is determining`);
        }
      }
    },
  },
  {
    id: "explain.anything",
    requirement: "Whatever the call is, `explain` gives rules.",
    needs: ["explains"],
    async body(world) {
      const policy = await world.createBare();
      for (const call of hostileCalls(world)) world.ok(await explained(policy, call), `the explanation of ${shown(call)} is well-formed`);
    },
  },
];

/** Its rules; undefined where it has none that are well-formed. */
async function explained(policy: Policy, call: CallContext) {
  try {
    return readExplainedRules(await (policy as ExplainingPolicy).explain(call));
  } catch {
    return undefined;
  }
}

const prototypes: readonly object[] = [Object.prototype, Array.prototype, Function.prototype, String.prototype, Number.prototype];
const inherited = () => prototypes.map((prototype) => Reflect.ownKeys(prototype).map(String));
const added = (before: readonly (readonly string[])[]) =>
  prototypes.flatMap((prototype, index) =>
    Reflect.ownKeys(prototype).flatMap((name) => (before[index]?.includes(String(name)) ? [] : [[prototype, name] as const])),
  );
