import { HookBus, StopHook } from "@acta/hooks";
import type { ScenarioCase } from "./scenario-case.js";

const pre = { callId: "c", toolName: "add", argumentsSummary: "{}", arguments: {} };
const added = { messageId: "m", kind: "message" };

export const hooksCases: readonly ScenarioCase[] = [
  {
    name: "hooks: a guard that throws blocks",
    expected: "not today",
    actual: () => {
      const bus = new HookBus();
      bus.on("tool.pre", () => {
        throw new Error("not today");
      });
      try {
        return bus.emitBlocking("tool.pre", pre);
      } catch (error) {
        return error instanceof Error && error.message;
      }
    },
  },
  {
    name: "hooks: StopHook skips later handlers and blocks nothing",
    expected: ["first"],
    actual: async () => {
      const heard: string[] = [];
      const bus = new HookBus();
      bus.on("tool.pre", async () => {
        heard.push("first");
        throw new StopHook();
      });
      bus.on("tool.pre", () => void heard.push("second"));
      await bus.emitBlocking("tool.pre", pre);
      return heard;
    },
  },
  {
    name: "hooks: an observer that throws is reported and isolated",
    expected: ["broken", "heard"],
    actual: async () => {
      const told: unknown[] = [];
      const bus = new HookBus({ onHandlerError: (error) => told.push(error) });
      bus.on("message.add", () => {
        throw "broken";
      });
      bus.on("message.add", () => void told.push("heard"));
      await bus.emit("message.add", added);
      return told;
    },
  },
];
