import { freezeJson } from "@acta/governance";

/**
 * One argument that patterns are matched against. `text` is compared as it is; `path` in its normal form, without `.` and `..`; `program`
 * is a command line, split into words by `parseProgram` and denied when it is more than words.
 */
export type MatchedArgument = {
  readonly name: string;
  /** Default `text`. */
  readonly kind?: "text" | "path" | "program" | undefined;
  /** True: when absent or null it counts as empty. Otherwise its absence counts against the call. */
  readonly optional?: boolean | undefined;
};

/** What the rules need to know of one tool. */
export type ToolDescription = {
  /**
   * The arguments whose texts, joined by one space, patterns of this tool are matched against. Other arguments are not looked at.
   * Without it patterns see all arguments, as JSON text with sorted keys.
   */
  readonly arguments?: readonly MatchedArgument[] | undefined;
  /** Other names of the tool. Rules that deny or escalate hold for these too; rules that allow do not. */
  readonly aliases?: readonly string[] | undefined;
};

/** Known without being described by a policy; a policy's own description of one of these tools replaces its arguments. */
export const defaultTools = freezeJson({
  bash: { arguments: [{ name: "command", kind: "program" }], aliases: ["bash_tool"] },
  reader: { arguments: [{ name: "path", kind: "path" }], aliases: ["reader_tool"] },
  editor: { arguments: [{ name: "file_path", kind: "path" }], aliases: ["editor_tool"] },
  search: { arguments: [{ name: "pattern" }, { name: "path", kind: "path", optional: true }], aliases: ["search_tool"] },
  context: { aliases: ["context_tool"] },
} satisfies Record<string, ToolDescription>) as Readonly<Record<string, ToolDescription>>;
