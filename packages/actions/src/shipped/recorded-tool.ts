import type { Tool } from "../tool.js";

/** A named parameter of a tool's function. */
export interface Parameter {
  readonly name: string;
  /** It has a default. */
  readonly optional?: boolean | undefined;
}

/** A tool with what JavaScript cannot tell of its function. Any other tool is judged by its schema alone. */
export interface RecordedTool extends Tool {
  readonly signature?: readonly Parameter[] | undefined;
}
