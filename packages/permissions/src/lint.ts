export type { Finding, FindingCode } from "./lint/finding.js";
export { type Layer, lintLayers } from "./lint/lint-layers.js";
export { type LintOptions, lintPolicy } from "./lint/lint-policy.js";
