import { nodePackage } from "../../tsup.preset.js";

export default nodePackage({ index: "src/index.ts" });
