import type { CallContext } from "../call-context.js";
import type { Decision } from "../decision.js";
import { evaluate } from "../evaluate.js";
import type { Executed, Policy } from "../policy.js";
import type { Check } from "./case.js";
import type { Limit, PolicySubject } from "./subject.js";

export type Example = readonly [kind: Decision["kind"], make: () => CallContext];

/** How the kit stands between a case and the policy: as it is, or combined. */
export interface Wrapping {
  readonly wrap: (policy: Policy) => Policy;
  /** What becomes of an answer. */
  readonly expected: (kind: Decision["kind"]) => Decision["kind"];
}

/** Far less than a case has, so that a policy that hangs is told from one that is wrong. */
const askTimeoutMs = 1_000;

/** One subject under one case, with the phrases that cases are written in. */
export class World {
  readonly check: Check;
  readonly #subject: PolicySubject;
  readonly #wrapping: Wrapping;
  readonly #created: Policy[] = [];

  constructor(subject: PolicySubject, check: Check, wrapping: Wrapping) {
    this.#subject = subject;
    this.check = check;
    this.#wrapping = wrapping;
  }

  ok(value: unknown, message: string): void {
    const check: Check = this.check;
    check.ok(value, message);
  }

  equal(actual: unknown, expected: unknown, message: string): void {
    this.check.equal(actual, expected, message);
  }

  /** A policy that has seen nothing, as its author made it. */
  async createBare(): Promise<Policy> {
    const policy = await this.#subject.create();
    this.#created.push(policy);
    return policy;
  }

  /** A policy that has seen nothing, in whatever this world wraps it. */
  async create(): Promise<Policy> {
    return this.#wrapping.wrap(await this.createBare());
  }

  async dispose(): Promise<void> {
    for (const policy of this.#created.splice(0)) await this.#subject.dispose?.(policy);
  }

  /** The examples, with the kinds that they must have here. */
  get examples(): readonly Example[] {
    const given = Object.entries(this.#subject.examples) as [Decision["kind"], (() => CallContext) | undefined][];
    return given.flatMap(([kind, make]) => (make ? [[this.#wrapping.expected(kind), make] as const] : []));
  }

  get limit(): Limit {
    const check: Check = this.check;
    const { limit } = this.#subject;
    check.ok(limit, "the subject claims to be stateful, and has no `limit`");
    return limit;
  }

  /** As many calls as are allowed, and more. */
  calls(more = 0): readonly CallContext[] {
    const { admits, call } = this.limit;
    return Array.from({ length: admits + more }, call);
  }

  /** What a host makes of the policy's answer. */
  async ask(policy: Policy, call: CallContext, enforced = true): Promise<Decision> {
    return evaluate(policy, call, { enforced, timeoutMs: askTimeoutMs });
  }

  async kind(policy: Policy, call: CallContext, enforced = true): Promise<Decision["kind"]> {
    return (await this.ask(policy, call, enforced)).kind;
  }

  /** How many of these calls are allowed, one after the other. */
  async allowed(policy: Policy, calls: readonly CallContext[], enforced = true): Promise<number> {
    let count = 0;
    for (const call of calls) if ((await this.kind(policy, call, enforced)) === "allow") count++;
    return count;
  }

  async settle(policy: Policy, calls: readonly CallContext[], executed: Executed): Promise<void> {
    for (const call of calls) await policy.settle?.(call, { executed });
  }

  /** Asks for as many calls as are allowed, which all must be. */
  async fill(policy: Policy): Promise<readonly CallContext[]> {
    const calls = this.calls();
    this.equal(await this.allowed(policy, calls), calls.length, "how many calls are allowed up to the limit");
    return calls;
  }
}
