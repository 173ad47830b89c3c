import { createCallContext } from "@acta/governance";
import type { PolicySubject } from "@acta/governance/conformance";
import { CedarPolicy } from "../src/index.js";

export const policies = `
@id("small")
permit(principal, action == Action::"pay", resource) when { context.arguments has cents && context.arguments.cents <= 500 };

@id("read")
permit(principal, action == Action::"read", resource) when { principal has home && context.arguments has path && context.arguments.path == principal.home };

@id("blocked")
forbid(principal, action, resource) when { principal has blocked && principal.blocked };
`;

export const pay = (input: unknown, attributes = {}) =>
  createCallContext({ function: "pay", arguments: input, attributes, branchId: "b", at: 0 });

export function cedarSubject(fallback: "deny" | "abstain" = "deny"): PolicySubject {
  return {
    name: `cedar, default ${fallback}`,
    capabilities: ["explains"],
    create: () => new CedarPolicy({ policies, default: fallback }),
    examples: {
      allow: () => pay({ cents: 500 }),
      deny: () => pay({ cents: 1 }, { blocked: true }),
      abstain: fallback === "abstain" ? () => pay({ cents: 501 }) : undefined,
    },
  };
}
