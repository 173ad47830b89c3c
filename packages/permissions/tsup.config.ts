import { nodePackage } from "../../tsup.preset.js";

export default nodePackage({ index: "src/index.ts", lint: "src/lint.ts", node: "src/node.ts", shipped: "src/shipped.ts" });
