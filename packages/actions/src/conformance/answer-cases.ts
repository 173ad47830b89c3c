import type { JsonObject } from "@acta/governance";
import { executorCase } from "./world.js";

const rich: JsonObject = {
  text: 'quotes " and \\ and \u2028, a snowman \u2603, a clef \ud834\udd1e, NUL \u0000',
  numbers: [0, -1, 1.5, 1e21, 5e-324, Number.MAX_SAFE_INTEGER],
  nested: { list: [[], {}, [{ deep: [null, true, false] }]], empty: "" },
  constructor: "an ordinary key",
  toString: null,
};

export const answerCases = [
  executorCase("capabilities.declared", "It has a name, and the capabilities that its subject declares.", async (world) => {
    const { name, capabilities } = world.executor;
    world.ok(typeof name === "string" && name !== "", "the name is text");
    const { offLoop, killable, remote } = capabilities;
    const declares = (one: "offLoop" | "killable" | "remote") => world.subject.capabilities.includes(one);
    const declared = { offLoop: declares("offLoop"), killable: declares("killable"), remote: declares("remote") };
    world.equal({ offLoop, killable, remote }, declared, "the capabilities");
  }),

  executorCase("answer.value", "A tool that returns a value has returned it.", async (world) => {
    world.equal(await world.returned("echo", { a: 1 }), { a: 1 }, "the output");
  }),

  executorCase("answer.promise", "A promise is awaited.", async (world) => {
    world.equal(await world.returned("later", { a: 1 }), { a: 1 }, "the output");
  }),

  executorCase("answer.nothing", "A tool may return nothing.", async (world) => {
    const output = await world.returned("nothing");
    world.ok(output === undefined || output === null, "the output is nothing");
  }),

  executorCase("answer.generator", "A generator is driven to the value that it returns.", async (world) => {
    world.equal(await world.returned("count", { to: 3 }), 3, "the output");
  }),

  executorCase("answer.exact", "JSON reaches the tool and comes back as it is.", async (world) => {
    const output = await world.returned("echo", rich);
    world.equal(output, rich, "the output");
  }),

  executorCase(
    "answer.not-json",
    "What JSON cannot carry is answered with an error that has a code.",
    async (world) => {
      const { error, executed } = await world.threw("odd");
      world.ok(typeof (error as { code?: unknown } | undefined)?.code === "string", "the error has a code");
      world.equal(executed, "yes", "whether it ran");
    },
    ["remote"],
  ),
];
