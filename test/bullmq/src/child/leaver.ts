// A process that calls and runs a tool, lets go of everything when it is told to, and must then end by itself.
import { once } from "node:events";
import { bullmqExecutor, runWorker } from "@acta/executor-bullmq";
import { toolsFor } from "../tools.js";
import { Witness } from "../witness.js";

const [connection = "", queue = "", witness = ""] = process.argv.slice(2);
const tools = toolsFor(new Witness(witness));
const [tool] = tools;
if (tool === undefined) throw new Error("there is no tool");

const worker = await runWorker({ tools, connection, queue });
const executor = bullmqExecutor({ connection, queue });
const { signal } = new AbortController();
const call = { tool, arguments: { waitMs: 0 }, callId: "c", idempotencyKey: "c", attempt: 1, signal, progress: () => {} };
process.send?.(await executor.execute(call));

await once(process, "message");
await Promise.all([executor.close(), worker.close()]);
process.disconnect();
