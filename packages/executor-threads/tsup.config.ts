import { nodePackage } from "../../tsup.preset.js";

/** `worker` is what threads and processes start with; nobody imports it. */
export default { ...nodePackage({ index: "src/index.ts", worker: "src/worker.js" }), dts: { entry: { index: "src/index.ts" } } };
