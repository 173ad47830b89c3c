import { defineTool } from "@acta/actions";
import { Session, SessionObserver } from "@acta/branch";
import { escalate } from "@acta/governance";
import { HookBus } from "@acta/hooks";
import { z } from "zod";

const send = defineTool({
  name: "send",
  description: "Sends a text.",
  input: z.object({ to: z.string(), text: z.string() }),
  run: ({ to, text }) => `${to} got ${JSON.stringify(text)}`,
});

const observer = new SessionObserver({ gate: (call) => call.arguments.to !== "everyone" });
observer.observe("gate_denied", ({ decision }) => console.log("gate:", decision.reason));
const hooks = new HookBus();
hooks.on("tool.pre", ({ toolName, argumentsSummary }) => console.log("guard:", toolName, argumentsSummary));

// Whatever branches it has shares these; what a branch has of its own is added.
const session = new Session({
  observer,
  hooks,
  policy: (call) => (call.arguments.to === "support" ? escalate("a person has to look at this") : true),
  onEscalate: (call) => ({ ...call.arguments, text: "Hello, support." }),
});
const branch = session.branch({ tools: [send] });

for (const to of ["everyone", "support"]) {
  const [response] = await branch.act({ function: "send", arguments: { to, text: "hey" } });
  if (response?.success) console.log(response.output);
  else console.log(response?.outcome.error.code);
}

// prints: gate: denied
// prints: gate_denied
// prints: guard: send {"text":"Hello, support.","to":"support"}
// prints: support got "Hello, support."
