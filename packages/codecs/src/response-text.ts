import type { ActionResponse } from "@acta/messages";

/**
 * What the model reads: text as it is, other JSON as JSON text. A failure speaks through its output where it has one (a denial has), else through its error; it is
 * never blank, because providers refuse an error that says nothing.
 */
export function responseText({ content: { output, error } }: ActionResponse): string {
  if (error === null) return textOf(output);
  const said = output === null ? error.message : textOf(output);
  return said.trim() === "" ? error.message.trim() || `The call did not succeed (${error.code}).` : said;
}

const textOf = (output: ActionResponse["content"]["output"]) => (typeof output === "string" ? output : JSON.stringify(output));
