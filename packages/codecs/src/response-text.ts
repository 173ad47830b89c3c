import type { ActionResponse } from "@acta/messages";

/** What the model reads: text as it is, other JSON as JSON text. A failure speaks through its output where it has one (a denial has), else through its error. */
export function responseText({ content }: ActionResponse): string {
  if (content.error !== null && content.output === null) return content.error.message;
  return typeof content.output === "string" ? content.output : JSON.stringify(content.output);
}
