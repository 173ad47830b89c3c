import type { Json } from "@acta/governance";

/** Arguments as data: some models give them as JSON text. Text that is no JSON stays what it is. */
export function givenArguments(asked: Json): Json {
  if (typeof asked !== "string") return asked;
  try {
    return JSON.parse(asked) as Json;
  } catch {
    return asked;
  }
}
