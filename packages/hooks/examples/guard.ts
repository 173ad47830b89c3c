import { HookBus, StopHook } from "@acta/hooks";

const hooks = new HookBus({
  onHandlerError: (error, point) => console.log(`${point}: ${String(error)}`),
});

// Blocking: a throw keeps the tool from running.
hooks.on("tool.pre", ({ toolName }) => {
  if (toolName === "drop_table") throw new Error("not on a Friday");
});

// Isolated: what goes wrong here is reported and changes nothing.
hooks.on("tool.post", () => {
  throw new Error("the dashboard is down");
});
hooks.on("tool.post", ({ toolName, resultSummary }) => {
  console.log(`${toolName} gave ${resultSummary}`);
  throw new StopHook();
});
hooks.on("tool.post", () => console.log("never reached"));

async function call(toolName: string) {
  const callId = crypto.randomUUID();
  try {
    await hooks.emitBlocking("tool.pre", { callId, toolName, argumentsSummary: "{}", arguments: {} }, { timeoutMs: 1000 });
  } catch (error) {
    console.log(`${toolName} did not run: ${String(error)}`);
    return;
  }
  await hooks.emit("tool.post", { callId, toolName, resultSummary: "42", output: 42, duration: 0.01 });
}

await call("drop_table");
await call("answer");

// prints: drop_table did not run: Error: not on a Friday
// prints: tool.post: Error: the dashboard is down
// prints: answer gave 42
