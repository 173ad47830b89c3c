import { stripVTControlCharacters } from "node:util";

/** One line of what may be a page with colours, or of nothing: anything can be thrown. */
export function shorten(message: unknown): string {
  return stripVTControlCharacters(String(message)).replace(/\s+/g, " ").trim().slice(0, 200);
}
