import { InvalidArguments, parseArguments, type Tool } from "@acta/actions";
import { shipped } from "@acta/branch/shipped";
import type { RecordedCall, Transcript } from "@acta/codecs";
import { abstain, combine, evaluate, type Json, type Policy } from "@acta/governance";
import type { Composition } from "./perform.js";
import type { ReplayOptions } from "./replay.js";

type Given = Pick<Composition, "transcript" | "tools" | "policy">;

/**
 * What the shipped transaction is given, so that a transcript can be run by it: arguments that are JSON text are parsed, because it parses
 * none, and the host asks the policies of the tools, because it asks none of them. Where `act` throws, nobody gets the ends of the other
 * calls, so that calls which are run one after another are acts of their own.
 */
export function asRecorded({ transcript, tools, policy }: Given, strategy: ReplayOptions["strategy"]) {
  return { transcript: parsed(transcript, strategy), tools, policy: combine([policy, ofTools(tools)]), transaction: shipped };
}

function parsed(transcript: Transcript, strategy: ReplayOptions["strategy"]): Transcript {
  const turns = transcript.turns.flatMap(({ calls }) => {
    const all = calls.map((call) => ({ ...call, arguments: objectOf(call) }));
    return strategy === "sequential" ? all.map((call) => ({ calls: [call] })) : [{ calls: all }];
  });
  return { ...transcript, turns };
}

/** As it is, where it is no object: the transaction has its own way with that. */
function objectOf({ arguments: asked }: RecordedCall): Json {
  try {
    return parseArguments(asked);
  } catch (error) {
    if (InvalidArguments.isInstance(error)) return asked;
    throw error;
  }
}

const ofTools = (tools: readonly Tool[]): Policy => ({
  id: "tools",
  decide(call, options) {
    const own = tools.find(({ name }) => name === call.function)?.policy;
    return own === undefined ? abstain() : evaluate(own, call, options);
  },
});
