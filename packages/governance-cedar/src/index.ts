export { CedarPolicy, type CedarPolicyOptions } from "./cedar-policy.js";
export { InvalidCedar, type InvalidCedarCode } from "./invalid-cedar.js";
