import type { JsonObject } from "@acta/governance";
import { frozenObject, validateArguments } from "./arguments.js";
import { InvalidArguments, NotAdmitted } from "./errors.js";
import type { Processor } from "./processors.js";
import { sameJson } from "./same-json.js";
import { isThenable, settled } from "./thenable.js";
import type { Tool, ToolContext } from "./tool.js";
import { within } from "./within.js";

/** One call on its way to its tool. */
export interface Preparation {
  readonly tool: Tool;
  /** As the model gave them. */
  readonly raw: JsonObject;
  /** As the schema made them of `raw`. */
  readonly input: JsonObject;
  readonly context: ToolContext;
  /** Milliseconds that one security processor may take. */
  readonly securityTimeoutMs: number;
  /** Throws when the call has ended meanwhile. */
  refuseWhenEnded(): void;
}

/**
 * The arguments that will run: security processors, pre processors, the tool's `preprocess`; what they changed is put into the raw
 * arguments and parsed once, and the security processors judge the result again. (ADR-0012 D5)
 *
 * Throws `NotAdmitted` where the result is invalid, and whatever a processor throws.
 */
export function prepareArguments(preparation: Preparation): JsonObject | Promise<JsonObject> {
  const { tool, input } = preparation;
  return tool.processors === undefined && tool.preprocess === undefined ? input : runChain(preparation);
}

async function runChain(preparation: Preparation): Promise<JsonObject> {
  const { tool, raw, input } = preparation;
  const { security = [], pre = [] } = tool.processors ?? {};
  let current = await pass(security, input, preparation, true);
  current = await pass(pre, current, preparation, false);
  current = await ownPreprocess(current, preparation);
  if (sameJson(current, input)) return input;
  const parsed = await admissible(() => validateArguments(tool, merge(raw, input, current)));
  await judgeArguments(preparation, parsed);
  return parsed;
}

/** The security processors' last word on what will run. Throws what they throw, and `NotAdmitted` where they would change it again. */
export async function judgeArguments(preparation: Preparation, input: JsonObject): Promise<void> {
  const judged = await pass(preparation.tool.processors?.security ?? [], input, preparation, true);
  if (!sameJson(judged, input)) throw refused("changed after they were judged");
}

async function pass(processors: readonly Processor[], input: JsonObject, preparation: Preparation, bounded: boolean): Promise<JsonObject> {
  let current = input;
  for (const processor of processors) {
    preparation.refuseWhenEnded();
    const context = named(preparation);
    const answer = processor(current, context);
    const result = isThenable(answer)
      ? await (bounded ? within(preparation.securityTimeoutMs, answer, context.signal) : settled(answer))
      : answer;
    if (typeof result !== "object" || result === null || Array.isArray(result)) continue;
    current = await admissible(() => frozenObject(result, "a processor's result is not plain JSON"));
  }
  return current;
}

function named({ tool, context }: Preparation): ToolContext & { readonly toolName: string } {
  return Object.create(context, { toolName: { value: tool.name, enumerable: true } });
}

async function ownPreprocess(current: JsonObject, { tool, context, refuseWhenEnded }: Preparation): Promise<JsonObject> {
  if (tool.preprocess === undefined) return current;
  refuseWhenEnded();
  const result = await tool.preprocess(current, context);
  return result === undefined ? current : admissible(() => frozenObject(result, "the preprocessed arguments are not plain JSON"));
}

/** Changed top-level keys go into the raw arguments, so that the schema sees each value exactly once. */
function merge(raw: JsonObject, before: JsonObject, after: JsonObject): JsonObject {
  const merged = { ...raw };
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) delete merged[key];
  for (const key of Object.keys(after)) if (!sameJson(after[key], before[key])) merged[key] = after[key];
  return merged;
}

async function admissible(parse: () => JsonObject | Promise<JsonObject>): Promise<JsonObject> {
  try {
    return await parse();
  } catch (error) {
    throw new NotAdmitted(error);
  }
}

const refused = (message: string) => new NotAdmitted(new InvalidArguments([{ message, path: "" }]));
