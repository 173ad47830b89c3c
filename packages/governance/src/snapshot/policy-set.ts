import type { CallContext } from "../call-context.js";
import { evaluateAll, settleAll, strictest } from "../combine.js";
import type { Decision } from "../decision.js";
import { denial, evaluate } from "../evaluate.js";
import type { DecideOptions, Executed, Policy, PolicyLike } from "../policy.js";
import { ActivePolicies } from "./active-policies.js";
import { InvalidSnapshot } from "./invalid-snapshot.js";
import type { PolicySnapshot } from "./policy-snapshot.js";

/** Reads policies, from a file for example. Each must have a version. */
export type PolicySource = () => readonly PolicyLike[] | PromiseLike<readonly PolicyLike[]>;

export interface SwapOptions {
  /** The digest that the policies must have. */
  readonly digest?: string | undefined;
}

export interface PolicySetOptions extends SwapOptions {
  /** Default `policies`. */
  readonly id?: string | undefined;
}

/**
 * How a swap ended. `kept`: it failed, and the policies before it stay in force. `superseded`: a swap that was asked for later is already in
 * force. `digest`: of the policies in force.
 */
export type Swap =
  | { readonly kind: "swapped"; readonly digest: string; readonly previous: string }
  | { readonly kind: "kept"; readonly digest: string; readonly error: InvalidSnapshot }
  | { readonly kind: "superseded"; readonly digest: string };

/**
 * Policies that can be replaced as a whole while calls are decided. A policy like any other, whose `version` is the digest of those in force.
 *
 * Each decision names in `snapshot` the one digest that it was made under. A decision is made by the policies that are in force when it is
 * given: one that is still waited for when they are replaced is made again, unless it is a denial. So once `swap` has resolved, nothing is
 * allowed that only the old policies would allow. Policies that no longer say of themselves what they said when they came into force deny
 * everything (`snapshot_corrupt`).
 */
export class PolicySet implements Policy {
  readonly id: string;
  #active: ActivePolicies;
  /** Numbers of swaps: the last that was asked for, and the one in force. */
  #asked = 0;
  #inForce = 0;
  /** Under which policies a call was judged, until its end is known. */
  readonly #judged = new Map<string, Set<ActivePolicies>>();

  private constructor(id: string, active: ActivePolicies) {
    this.id = id;
    this.#active = active;
  }

  /** Rejects with `InvalidSnapshot`: there is no set without policies. */
  static async load(source: PolicySource, options: PolicySetOptions = {}): Promise<PolicySet> {
    return new PolicySet(options.id ?? "policies", await activate(source, options));
  }

  /** The digest of the policies in force. */
  get version(): string {
    return this.#active.digest;
  }

  get snapshot(): PolicySnapshot {
    return this.#active.snapshot;
  }

  get policies(): readonly PolicyLike[] {
    return this.#active.policies;
  }

  /**
   * Puts other policies into force, at once and all of them, or none; resolves when the answers of the old ones have reached whoever asked.
   * Does not reject. Of several at the same time the one that was asked for last stays, however long each loads.
   */
  async swap(source: PolicySource, options: SwapOptions = {}): Promise<Swap> {
    const turn = ++this.#asked;
    let next: ActivePolicies;
    try {
      next = await activate(source, options);
    } catch (error) {
      return Object.freeze({ kind: "kept", digest: this.version, error: error as InvalidSnapshot });
    }
    if (turn < this.#inForce) return Object.freeze({ kind: "superseded", digest: this.version });
    const previous = this.version;
    this.#inForce = turn;
    this.#active = next;
    await delivered();
    return Object.freeze({ kind: "swapped", digest: next.digest, previous });
  }

  decide(call: CallContext, options: DecideOptions): Decision | Promise<Decision> {
    const active = this.#active;
    const answer = this.#ask(active, call, options);
    if (!(answer instanceof Promise)) return answer;
    // Bounded here too, so that also a denial for being late names its snapshot.
    const waited = evaluate({ id: this.id, decide: () => this.#wait(active, answer, call, options) }, call, options);
    // Without a spread: see hidden classes in docs/performance.md.
    return Promise.resolve(waited).then((decision) =>
      decision.snapshot === undefined ? Object.assign({}, decision, { snapshot: this.version }) : decision,
    );
  }

  /** Tells all policies under which the call was judged; of a call that nobody here has judged, those in force. */
  settle(call: CallContext, end: { readonly executed: Executed }): Promise<void> {
    const judged = this.#judged.get(call.callId) ?? [this.#active];
    this.#judged.delete(call.callId);
    return settleAll([...new Set(Array.from(judged, ({ policies }) => policies).flat())], call, end);
  }

  #ask(active: ActivePolicies, call: CallContext, options: DecideOptions): Decision | Promise<Decision> {
    const { digest } = active;
    if (!active.isIntact()) return { ...denial("snapshot_corrupt", "the policies in force are not what they were"), snapshot: digest };
    if (options.enforced && active.settles) this.#remember(active, call.callId);
    const answer = evaluateAll(active.policies, call, options);
    const named = (decision: Decision | null): Decision => ({ ...(decision ?? strictest([])), snapshot: digest });
    return answer instanceof Promise ? answer.then(named) : named(answer);
  }

  async #wait(asked: ActivePolicies, pending: Promise<Decision>, call: CallContext, options: DecideOptions): Promise<Decision> {
    let active = asked;
    let decision = await pending;
    while (decision.kind !== "deny" && (active !== this.#active || !active.isIntact())) {
      active = this.#active;
      decision = await this.#ask(active, call, options);
    }
    return decision;
  }

  #remember(active: ActivePolicies, callId: string): void {
    const judged = this.#judged.get(callId);
    if (judged) judged.add(active);
    else this.#judged.set(callId, new Set([active]));
  }
}

/** After everything that is decided already has reached whoever asked. */
const delivered = () => new Promise<void>((resolve) => setTimeout(resolve));

async function activate(source: PolicySource, { digest }: SwapOptions): Promise<ActivePolicies> {
  let loaded: unknown;
  try {
    loaded = await source();
  } catch (cause) {
    throw new InvalidSnapshot("load_failed", "the policies could not be loaded", { cause });
  }
  return ActivePolicies.of(loaded, digest);
}
