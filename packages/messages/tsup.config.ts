import { neutralPackage } from "../../tsup.preset.js";

export default neutralPackage({ index: "src/index.ts", doctor: "src/doctor.ts" });
