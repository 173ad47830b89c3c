import { lstatSync, readlinkSync } from "node:fs";
import { posix } from "node:path";
import type { FileSystemView } from "../file-system-view.js";

export interface NodeFileSystemOptions {
  /** Absolute; where relative paths of policies and calls begin. Default: the working directory when the view is made. */
  readonly workingDirectory?: string | undefined;
}

/** What Linux follows in one path, and what it takes for one. */
const maxLinks = 40;
const maxBytes = 4095;

/**
 * The files of this machine. Follows links one by one, as the system does: `..` after a link leads to the folder above its target. A path in which
 * links and `..` meet is resolved both so and as its text alone reads, because tools do either. What it saw may change before a tool looks
 * again. POSIX only: on Windows every path throws.
 */
export class NodeFileSystem implements FileSystemView {
  readonly #workingDirectory: string;

  constructor({ workingDirectory = process.cwd() }: NodeFileSystemOptions = {}) {
    if (!posix.isAbsolute(workingDirectory)) throw new TypeError("The working directory must be an absolute path.");
    this.#workingDirectory = workingDirectory;
  }

  resolvePath(path: string): readonly string[] {
    if (process.platform === "win32") throw new Error("Paths of Windows cannot be resolved.");
    const bytes = Buffer.from(path);
    if (path === "" || path.includes("\0") || bytes.length > maxBytes || bytes.toString() !== path) throw new Error("It is no path.");
    const absolute = posix.isAbsolute(path) ? path : `${this.#workingDirectory}/${path}`;
    const written = withoutSlash(posix.normalize(absolute));
    return [written, ...follow(written), ...follow(absolute)];
  }
}

/** Where every link on the way leads, and in the end the place itself. */
function follow(path: string): string[] {
  const places: string[] = [];
  let rest = path.split("/");
  let current = "/";
  let exists = true;
  while (rest.length > 0) {
    const name = rest.shift() ?? "";
    if (name === "" || name === ".") continue;
    if (name === "..") {
      current = posix.dirname(current);
      exists = true;
      continue;
    }
    const next = posix.join(current, name);
    const found: Found = exists ? lookAt(next) : { kind: "missing" };
    if (found.kind === "link") {
      if (places.length === maxLinks) throw new Error("Too many links.");
      rest = [...found.target.split("/"), ...rest];
      if (posix.isAbsolute(found.target)) current = "/";
      places.push(withoutSlash(posix.join(current, ...rest)));
    } else {
      current = next;
      exists = found.kind === "other";
    }
  }
  return [...places, current];
}

type Found = { readonly kind: "link"; readonly target: string } | { readonly kind: "other" | "missing" };

function lookAt(path: string): Found {
  try {
    return lstatSync(path).isSymbolicLink() ? { kind: "link", target: readText(readlinkSync(path, "buffer")) } : { kind: "other" };
  } catch (error) {
    // Nothing there, or something on the way is a file: below it there are no links.
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return { kind: "missing" };
    throw error;
  }
}

/** A name that is no UTF-8 would be read as another one. */
function readText(bytes: Buffer): string {
  const text = bytes.toString();
  if (!Buffer.from(text).equals(bytes)) throw new Error("A link leads to a name that is no text.");
  return text;
}

const withoutSlash = (path: string): string => (path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path);
