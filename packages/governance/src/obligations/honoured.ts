import type { Decision, Obligations } from "../decision.js";
import { denial } from "../evaluate.js";

/** What a host can honour: each name with `true`, or with a check of what is asked. */
export type Supported = {
  readonly [Name in keyof Obligations]?: true | ((value: NonNullable<Obligations[Name]>) => boolean) | undefined;
};

/** Names of the obligations that the host cannot honour; a check that throws cannot. Empty: all can be met. */
export function unmetObligations(obligations: Obligations | undefined, supported: Supported): readonly string[] {
  // An empty list obliges to nothing.
  const asked = Object.entries(obligations ?? {}).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return asked.filter(([name, value]) => !canHonour(supported, name, value)).map(([name]) => name);
}

/** The decision itself, or a denial (`obligation_unmet`) where it obliges to something that the host cannot honour. */
export function honoured(decision: Decision, supported: Supported): Decision {
  const unmet = "obligations" in decision ? unmetObligations(decision.obligations, supported) : [];
  if (unmet.length === 0) return decision;
  const { policy, layer, snapshot } = decision;
  return Object.freeze({ ...denial("obligation_unmet", `cannot honour: ${unmet.join(", ")}`), policy, layer, snapshot });
}

function canHonour(supported: Supported, name: string, value: unknown): boolean {
  if (!Object.hasOwn(supported, name)) return false;
  const support: unknown = Reflect.get(supported, name);
  try {
    return support === true || (typeof support === "function" && support(value) === true);
  } catch {
    return false;
  }
}
