import { createHash } from "node:crypto";
import { policySetTextToParts, policyToJson, preparsePolicySet, validate } from "@cedar-policy/cedar-wasm/nodejs";
import { InvalidCedar } from "./invalid-cedar.js";

/** Policies that Cedar has parsed, by their ids. */
export interface CedarPolicies {
  /** SHA-256 over policies and schema; also under which Cedar keeps them. */
  readonly digest: string;
  readonly text: { readonly [id: string]: string };
  readonly effect: { readonly [id: string]: "permit" | "forbid" };
}

/** Parses, and validates where there is a schema. The id of a policy is its annotation `@id`, else `policy` and its place. Throws `InvalidCedar`. */
export function readPolicies(source: string, schema: string | undefined): CedarPolicies {
  // Anything but text would break the engine, not only this call.
  if (typeof source !== "string") throw new InvalidCedar("invalid_policies", ["the policies are no text"]);
  if (schema !== undefined && typeof schema !== "string") throw new InvalidCedar("invalid_schema", ["the schema is no text"]);
  const named = split(source);
  const text = Object.fromEntries(named.map(({ id, text }) => [id, text]));
  const effect = Object.fromEntries(named.map(({ id, effect }) => [id, effect]));
  if (schema !== undefined) check(text, schema);
  const digest = createHash("sha256")
    .update(JSON.stringify([Object.entries(text), schema]))
    .digest("hex");
  const parsed = preparsePolicySet(digest, { staticPolicies: text });
  if (parsed.type === "failure") throw new InvalidCedar("invalid_policies", messagesOf(parsed.errors));
  return { digest, text, effect };
}

function split(source: string) {
  const parts = policySetTextToParts(source);
  if (parts.type === "failure") throw new InvalidCedar("invalid_policies", messagesOf(parts.errors));
  if (parts.policy_templates.length > 0) throw new InvalidCedar("invalid_policies", ["a template is no policy"]);
  const seen = new Set<string>();
  return parts.policies.map((text, index) => {
    const parsed = policyToJson(text);
    if (parsed.type === "failure") throw new InvalidCedar("invalid_policies", messagesOf(parsed.errors));
    const id = parsed.json.annotations?.id ?? `policy${index}`;
    if (!/^[^,]+$/.test(id) || id === "__proto__" || seen.has(id)) {
      throw new InvalidCedar("invalid_policies", [`the id ${JSON.stringify(id)} is taken, or none`]);
    }
    seen.add(id);
    return { id, text, effect: parsed.json.effect };
  });
}

function check(policies: { readonly [id: string]: string }, schema: string): void {
  const checked = validate({ schema, policies: { staticPolicies: { ...policies } } });
  if (checked.type === "failure") throw new InvalidCedar("invalid_schema", messagesOf(checked.errors));
  if (checked.validationErrors.length > 0) {
    throw new InvalidCedar("validation_failed", messagesOf(checked.validationErrors.map(({ error }) => error)));
  }
}

const messagesOf = (errors: readonly { readonly message: string }[]) => errors.map(({ message }) => message);
