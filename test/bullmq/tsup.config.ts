import { nodeProgram } from "../../tsup.preset.js";

export default nodeProgram({ main: "src/main.ts", worker: "src/child/worker.ts" });
