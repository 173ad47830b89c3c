/** A path without `.`, `..` and doubled slashes, as far as the text alone tells. A leading `..` of a relative path stays, links are not followed. */
export function normalizePath(path: string): string {
  const isAbsolute = path.startsWith("/");
  const kept: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") kept.push(segment);
    else if (kept.length > 0 && kept.at(-1) !== "..") kept.pop();
    else if (!isAbsolute) kept.push("..");
  }
  const end = path.endsWith("/") && kept.length > 0 ? "/" : "";
  return `${isAbsolute ? "/" : ""}${kept.join("/")}${end}`;
}
