export { AttributeMissing, attributeOf } from "./rules/attribute.js";
export { type Rule, type RulePolicy, rulePolicy } from "./rules/rule-policy.js";
