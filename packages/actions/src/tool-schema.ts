import { freezeJson, type JsonObject } from "@acta/governance";
import { ActionError } from "./errors.js";
import type { Tool } from "./tool.js";

/** What a model is told about a tool. `parameters` is a JSON Schema (draft 2020-12). */
export interface ToolSchema {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

/** A schema that can describe itself, as the Standard JSON Schema extension has it (zod 4 does). */
interface SelfDescribing {
  readonly jsonSchema?: { input(options: { readonly target: "draft-2020-12" }): unknown };
}

const anyObject: JsonObject = Object.freeze({ type: "object" });

/** Throws `invalid_tool` for an input that JSON Schema cannot express and that has no `parameters`. */
export function toolSchema(tool: Tool): ToolSchema {
  return { name: tool.name, description: tool.description, parameters: describeInput(tool) };
}

function describeInput({ name, input, parameters }: Tool): JsonObject {
  try {
    const described = parameters ?? (input["~standard"] as SelfDescribing).jsonSchema?.input({ target: "draft-2020-12" });
    return described === undefined ? anyObject : plain(described);
  } catch (cause) {
    throw new ActionError("invalid_tool", `the input of the tool ${JSON.stringify(name)} needs \`parameters\` to be described`, { cause });
  }
}

/** Schema libraries hang helpers on what they emit; what JSON shows of it is what a model gets. */
const plain = (schema: unknown) => freezeJson(JSON.parse(JSON.stringify(schema))) as JsonObject;
