import type { FileSystemView } from "../file-system-view.js";
import { skeleton } from "../skeleton.js";
import { findSuspicion } from "../suspicious-text.js";
import { type Truth, truth } from "../truth.js";
import type { Test } from "./test.js";

/**
 * `pathWithin`: the path is one of these folders or below one. Names are compared whole, after every link on the way was followed. To allow,
 * the path as it is written, every link and the target must lie within; to deny or escalate one of them is enough, in any case or Unicode form.
 */
export function pathWithin(folders: readonly string[], wide: boolean, view: FileSystemView | undefined): Test {
  return (value) => {
    const places = typeof value === "string" ? resolve(value, view) : undefined;
    const roots = folders.map((folder) => resolve(folder, view));
    if (places === undefined || !roots.every((root) => root !== undefined)) return "unclear";
    return wide ? judgeWide(places, roots.flat()) : judgeExact(places, roots.flatMap(ends));
  };
}

/** A path that systems read differently: where it leads depends on who opens it. */
export function isUnclearPath(path: string): boolean {
  return (
    path === "" ||
    findSuspicion(path) !== undefined ||
    // A home folder, a URL, the drive of a system with backslashes.
    /^(?:~|file:|[a-z][a-z0-9+.-]*:[\\/])/i.test(path) ||
    path.split("/").some((name) => name.includes("\\") && name.split("\\").includes(".."))
  );
}

function resolve(path: string, view: FileSystemView | undefined): readonly string[] | undefined {
  if (view === undefined || isUnclearPath(path)) return undefined;
  try {
    const places: unknown = view.resolvePath(path);
    return Array.isArray(places) && places.length > 0 && places.every(isPlace) ? places : undefined;
  } catch {
    return undefined;
  }
}

const isPlace = (place: unknown): place is string =>
  typeof place === "string" &&
  (place === "/" ||
    (place.startsWith("/") &&
      !place
        .slice(1)
        .split("/")
        .some((name) => ["", ".", ".."].includes(name))));

const ends = (places: readonly string[]): string[] => [...places.slice(0, 1), ...places.slice(-1)];

function judgeExact(places: readonly string[], roots: readonly string[]): Truth {
  return truth(places.every((place) => roots.some((root) => isWithin(place, root))));
}

function judgeWide(places: readonly string[], roots: readonly string[]): Truth {
  const wideRoots = roots.map(widePlace);
  return truth(places.map(widePlace).some((place) => wideRoots.some((root) => isWithin(place, root))));
}

function isWithin(place: string, root: string): boolean {
  return root === "/" || place === root || (place.startsWith(root) && place.charAt(root.length) === "/");
}

const widePlace = (place: string): string => place.split("/").map(wideName).join("/");

/** Some systems ignore dots and spaces at the end of a name. A name of nothing else stays. */
function wideName(name: string): string {
  let end = name.length;
  while (end > 0 && ". ".includes(name.charAt(end - 1))) end--;
  return skeleton(end === 0 ? name : name.slice(0, end));
}
