export { answering, hanging, rejecting, throwing } from "./testing/failing.js";
export { type LatchedPolicy, latched } from "./testing/latched.js";
export { type RecordedPolicy, recorded } from "./testing/recorded.js";
