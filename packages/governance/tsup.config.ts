import { neutralPackage } from "../../tsup.preset.js";

export default neutralPackage({
  index: "src/index.ts",
  conformance: "src/conformance.ts",
  explain: "src/explain.ts",
  layers: "src/layers.ts",
  obligations: "src/obligations.ts",
  rules: "src/rules.ts",
  simulate: "src/simulate.ts",
  snapshot: "src/snapshot.ts",
  testing: "src/testing.ts",
});
