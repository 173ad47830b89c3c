import { Branch, SessionObserver } from "@acta/branch";
import { allow, deny, escalate, type Policy } from "@acta/governance";
import { HookBus } from "@acta/hooks";
import { memoryJournal } from "@acta/journal/memory";
import type { ScenarioCase } from "./scenario-case.js";
import { add, count, fail } from "./tools.js";

const limit: Policy = {
  id: "limit",
  decide: ({ arguments: { a } }) => (a === 13 ? escalate("unlucky") : a === 666 ? deny("never") : allow()),
};

export const branchCases: readonly ScenarioCase[] = [
  {
    name: "branch: one response per request, whatever happens",
    expected: [
      "succeeded",
      "failed/tool_failed",
      "denied/gate_denied",
      "rejected/unknown_tool",
      "rejected/invalid_arguments",
      "escalated/approval_required",
    ],
    actual: async () => {
      const branch = new Branch({ tools: [add, fail], policy: limit });
      const responses = await branch.act([
        { function: "add", arguments: { a: 1 } },
        { function: "fail", arguments: {} },
        { function: "add", arguments: { a: 666 } },
        { function: "nothing", arguments: {} },
        { function: "add", arguments: "[]" },
        { function: "add", arguments: { a: 13 } },
      ]);
      return responses.map(({ outcome }) => (outcome.kind === "succeeded" ? outcome.kind : `${outcome.kind}/${outcome.error.code}`));
    },
  },
  {
    name: "branch: the record is in order, and history is a view of it",
    expected: [
      ["call.proposed", "call.intended", "call.settled"],
      ["action_request", "action_response"],
    ],
    actual: async () => {
      const journal = memoryJournal();
      const branch = new Branch({ id: "b", tools: [add], journal });
      await branch.act({ function: "add", arguments: { a: 1 } });
      const reopened = await Branch.open({ id: "b", tools: [add], journal });
      return [journal.read("b").entries.map(({ kind }) => kind), reopened.messages.messages.map(({ kind }) => kind)];
    },
  },
  {
    name: "branch: hooks and observers hear of a call in order",
    expected: ["tool.pre", "tool.post", "event"],
    actual: async () => {
      const heard: string[] = [];
      const hooks = new HookBus();
      const observer = new SessionObserver();
      hooks.on("tool.pre", () => void heard.push("tool.pre"));
      hooks.on("tool.post", () => void heard.push("tool.post"));
      await new Branch({ tools: [add], hooks, observer }).act({ function: "add", arguments: { a: 1 } });
      return [...heard, ...observer.stored.flatMap(({ kind }) => (kind === "event" ? [kind] : []))];
    },
  },
  {
    name: "branch: an approver lets an escalated call run",
    expected: [["unlucky"], 14],
    actual: async () => {
      const asked: unknown[] = [];
      const branch = new Branch({ tools: [add], policy: limit, onEscalate: (_, { reason }) => asked.push(reason) > 0 });
      const [answer] = await branch.act({ function: "add", arguments: { a: 13 } });
      return [asked, answer?.output];
    },
  },
  {
    name: "branch: the caller's abort is recorded, then thrown",
    expected: ["enough", "action_response", false],
    actual: async () => {
      const controller = new AbortController();
      const branch = new Branch({ tools: [count], policy: () => new Promise<boolean>(() => controller.abort("enough")) });
      const reason = await branch
        .act({ function: "count", arguments: { to: 1 } }, { signal: controller.signal })
        .catch((error: unknown) => error);
      const last = branch.messages.messages.at(-1);
      return [reason, last?.kind, last?.kind === "action_response" && last.success];
    },
  },
  {
    name: "branch: a dry run runs and records nothing",
    expected: ["deny", 0],
    actual: async () => {
      const branch = new Branch({ tools: [add], policy: limit });
      const [preview] = await branch.decide({ function: "add", arguments: { a: 666 } });
      return [preview?.decision?.kind, branch.messages.messages.length];
    },
  },
];
