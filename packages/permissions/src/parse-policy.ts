import { InvalidPolicy } from "./invalid-policy.js";
import { type PermissionPolicyData, readPolicyData } from "./policy-data.js";

const maxLength = 1024 * 1024;

/**
 * Policy data from JSON text. A key that stands twice in one object is refused: the parser would silently drop the first, and with it
 * perhaps the rules that deny. Throws `InvalidPolicy`.
 */
export function parsePolicy(text: string): PermissionPolicyData {
  const data = readPolicyData(parseJson(text));
  if (countKeysOfText(text) !== countKeys(data)) throw new InvalidPolicy("a key stands twice in one object", "");
  return data;
}

function parseJson(text: string): unknown {
  if (typeof text !== "string") throw new InvalidPolicy("it is not a text", "");
  if (text.length > maxLength) throw new InvalidPolicy("its text is too large", "");
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidPolicy("its text is not JSON", "", { cause: error });
  }
}

function countKeys(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, item) => sum + countKeys(item), own);
}

/** In JSON text every colon outside a string follows a key. */
function countKeysOfText(json: string): number {
  let keys = 0;
  let inString = false;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (character === '"') inString = !inString;
    else if (inString && character === "\\") at++;
    else if (!inString && character === ":") keys++;
  }
  return keys;
}
