export { InvalidSnapshot, type InvalidSnapshotCode } from "./snapshot/invalid-snapshot.js";
export { PolicySet, type PolicySetOptions, type PolicySource, type Swap, type SwapOptions } from "./snapshot/policy-set.js";
export { type PolicyDescription, type PolicySnapshot, takeSnapshot } from "./snapshot/policy-snapshot.js";
