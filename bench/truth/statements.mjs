// What an answer in a history says. `status` is the framework's own flag: "ok" or "error"; null where it has none, and the text has to do.

const failure = /error|fail|denied|reject|not approved|abort|cancel|timed out|time out|refus|skipped|invalid/i;

export function saysFailure(said) {
  if (said === undefined) return false;
  return said.status === null ? failure.test(said.text) : said.status === "error";
}

/** An answer that cannot be written down says nothing. */
export function saysSuccess(said) {
  if (said === undefined || said.text === unwritable) return false;
  return said.status === null ? !failure.test(said.text) : said.status === "ok";
}

export const saysUnknown = (said) => saysFailure(said) && /unknown|lost|interrupted|ambiguous|nobody knows/i.test(said.text);

export const unwritable = "<cannot be written>";

/** A value as its history would be written down: JSON, or the text itself. */
export function written(value) {
  if (value === undefined) return "";
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return unwritable;
  }
}
