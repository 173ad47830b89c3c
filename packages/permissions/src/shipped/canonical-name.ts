const builtIn = new Set(["bash", "reader", "editor", "search", "context"]);
const suffix = "_tool";

/** Lower case, and without the suffix that the built-in tools are also known by: here even an allow is widened. */
export function canonicalName(name: string): string {
  const lower = name.toLowerCase();
  const short = lower.endsWith(suffix) ? lower.slice(0, -suffix.length) : lower;
  return builtIn.has(short) ? short : lower;
}
