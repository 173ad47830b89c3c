import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { Tool } from "../src/tool.js";

/** A schema that answers as `validate` does. */
export function schemaOf(validate: (value: unknown) => unknown): StandardSchemaV1 {
  return { "~standard": { version: 1, vendor: "test", validate: validate as StandardSchemaV1["~standard"]["validate"] } };
}

/** Accepts everything as it is. */
export const anything = schemaOf((value) => ({ value }));

/** A tool that gives its input back, unless the test says otherwise. */
export function toolOf(more: Partial<Tool> = {}): Tool {
  return { name: "echo", description: "Gives its input back.", input: anything, run: (input) => input, ...more };
}
