/**
 * The names on the way of a POSIX path, without `.` and `..`, as far as the text alone tells. Null where a relative path climbs above the
 * place where it starts; above `/` there is only `/`.
 */
export function pathNames(path: string): readonly string[] | null {
  const isAbsolute = path.startsWith("/");
  const names: string[] = [];
  for (const name of path.split("/")) {
    if (name === "" || name === ".") continue;
    if (name !== "..") names.push(name);
    else if (names.pop() === undefined && !isAbsolute) return null;
  }
  return names;
}

/** Whether a path goes through, or ends at, the place that `root` names. Whole names count: `/project-2` is not in `/project`. */
export function startsWithNames(names: readonly string[], root: readonly string[]): boolean {
  return names.length >= root.length && root.every((name, index) => name === names[index]);
}
