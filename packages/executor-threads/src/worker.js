// What threads and processes start with. Plain JavaScript, so that it runs from the sources as it does from the package.
import { parentPort } from "node:worker_threads";
import { parentProcess } from "./worker/parent-process.js";
import { serve } from "./worker/serve.js";

serve(parentPort ?? parentProcess());
