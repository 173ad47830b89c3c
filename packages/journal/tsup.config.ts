import { neutralPackage } from "../../tsup.preset.js";

export default neutralPackage({
  index: "src/index.ts",
  conformance: "src/conformance.ts",
  memory: "src/memory.ts",
  testing: "src/testing.ts",
});
