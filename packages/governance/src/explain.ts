export { type Explanation, explain, type PolicyExplanation } from "./explain/explain.js";
export type { ExplainedRules, ExplainingPolicy, RuleExplanation } from "./explain/explained-rules.js";
