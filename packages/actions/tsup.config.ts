import { neutralPackage } from "../../tsup.preset.js";

export default neutralPackage({
  index: "src/index.ts",
  conformance: "src/conformance.ts",
  executor: "src/executor.ts",
  shipped: "src/shipped.ts",
});
