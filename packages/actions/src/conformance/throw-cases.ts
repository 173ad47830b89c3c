import { Cancellation } from "@acta/event";
import { PermissionError } from "@acta/governance";
import { NotExecuted } from "../errors.js";
import { executorCase, type World } from "./world.js";

/** The failure of the kit's tools is a value, with everything that tells what it was. */
async function isToldAs(world: World, name: "fail" | "failLater" | "count", input = {}): Promise<void> {
  const { error, executed } = await world.threw(name, input);
  world.ok(error instanceof Error, "the error is one");
  const { name: kind, message, code } = error as Error & { code?: unknown };
  world.equal({ kind, message, code }, { kind: "RangeError", message: "out of range", code: "E_RANGE" }, "the error");
  world.equal(executed, "yes", "whether it ran");
}

export const throwCases = [
  executorCase("throw.error", "What a tool throws is a value, with name, message and code.", (world) => {
    return isToldAs(world, "fail", { as: "error" });
  }),

  executorCase("throw.promise", "So is what its promise is rejected with.", (world) => isToldAs(world, "failLater")),

  executorCase("throw.generator", "So is what its generator throws.", (world) => isToldAs(world, "count", { to: 2, thenFails: true })),

  executorCase("throw.not-executed", "A `NotExecuted` is believed, and stays one.", async (world) => {
    const { error, executed } = await world.threw("fail", { as: "not_executed" });
    world.ok(NotExecuted.isInstance(error), "the error is a `NotExecuted`");
    world.equal(executed, "no", "whether it ran");
  }),

  executorCase("throw.permission", "A `PermissionError` stays one.", async (world) => {
    const { error, executed } = await world.threw("fail", { as: "permission" });
    world.ok(PermissionError.isInstance(error), "the error is a `PermissionError`");
    world.equal(executed, "yes", "whether it ran");
  }),

  executorCase("throw.cancellation", "A `Cancellation` stays one.", async (world) => {
    const { error } = await world.threw("fail", { as: "cancellation" });
    world.ok(Cancellation.isInstance(error), "the error is a `Cancellation`");
  }),

  executorCase("throw.value", "A tool may throw what is no error.", async (world) => {
    const { error } = await world.threw("fail", { as: "value" });
    world.equal(error, { not: "an error" }, "what was thrown");
  }),
];
