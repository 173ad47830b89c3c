import { neutralPackage } from "../../tsup.preset.js";

export default neutralPackage({ index: "src/index.ts", scheduler: "src/scheduler.ts" });
