import { quoted, valueText } from "./value-text.js";

/** What patterns see of a call; or the reason why the call is denied before any of them is looked at. */
export type MatchText = { readonly text: unknown } | { readonly denied: string };

type Arguments = { readonly [name: string]: unknown };

/** A single `&` and variables pass. */
const shellControl = /;|&&|\|\|?|`|\$\(|[<>]|\n/;

/** The one text of a built-in tool, the action and all values of any other. Throws a `TypeError` where texts cannot be joined. */
export function matchText(tool: string, action: string, args: Arguments): MatchText {
  switch (tool) {
    case "bash":
      return programText(valueText(own(args, "command", "")));
    case "editor":
      return { text: own(args, "file_path", "") };
    case "reader":
      return { text: own(args, "path", "") };
    case "search":
      return { text: `${requireText(own(args, "pattern", ""))} ${requireText(own(args, "path", "") || "")}` };
    default:
      return { text: `${action} ${Object.values(args).map(valueText).join(" ")}` };
  }
}

function programText(command: string): MatchText {
  if (!shellControl.test(command)) return { text: command };
  return { denied: `Shell control operator requires explicit approval: ${quoted(command)}` };
}

function own(args: Arguments, name: string, otherwise: string): unknown {
  return Object.hasOwn(args, name) ? args[name] : otherwise;
}

export function requireText(value: unknown): string {
  if (typeof value === "string") return value;
  throw new TypeError(`a text was expected, not ${value === null ? "null" : typeof value}`);
}
