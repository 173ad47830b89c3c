export type { Finding, FindingCode } from "./doctor/finding.js";
export { type DoctorOptions, type Examination, examine, type Repair, repair } from "./doctor/repair.js";
