import type { BigIntStats } from "node:fs";
import { lstat, realpath, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { NotExecuted } from "@acta/actions";
import type { LogRoot } from "./log-root.js";
import { PathLocks } from "./path-locks.js";
import { pathNames, startsWithNames } from "./path-names.js";

/** In UTF-16 code units; no system takes more bytes. */
const longestPath = 4_096;

/** Why a path may not be touched. `record_file`: it is the record of this very run. */
export type PathRule = "outside_workspace" | "invalid_path" | "record_file";

/** Where a path of the log leads in the workspace, without a link on the way; or why it may not be followed. */
export type Place =
  | { readonly kind: "inside"; readonly path: string }
  | { readonly kind: "refused"; readonly rule: PathRule; readonly reason: string };

/** SQLite keeps two files beside that of a record. */
const recordSuffixes = ["", "-wal", "-shm"];

const refuse = (rule: PathRule, reason: string): Place => ({ kind: "refused", rule, reason });

/** The one folder that tools may touch, and what the paths of a log mean in it. */
export class Workspace {
  /** Absolute, without links. It need not exist for a decision. */
  readonly root: string;
  /** For what reads a file and then writes it. */
  readonly locks = new PathLocks();
  readonly #logRoot: LogRoot;
  readonly #record: string | null;

  constructor(root: string, options: { readonly logRoot?: LogRoot; readonly record?: string | null } = {}) {
    this.root = root;
    this.#logRoot = options.logRoot ?? null;
    this.#record = options.record ?? null;
  }

  /** Judges a path as a call names it. Nothing is opened or made. */
  async locate(path: string): Promise<Place> {
    if (path.length > longestPath || /[\0\p{Surrogate}]/u.test(path)) return refuse("invalid_path", "No file can have this name.");
    const names = this.#namesOf(path);
    if (names === null) return refuse("outside_workspace", "The path leads out of the workspace.");
    const real = await follow(this.root, names);
    if (real === null) return refuse("outside_workspace", "A link on the way leads nowhere, so it may lead out of the workspace.");
    if (!this.#contains(real)) return refuse("outside_workspace", "A link on the way leads out of the workspace.");
    if (await this.#isRecord(real)) return refuse("record_file", "The file is the record of this run.");
    return { kind: "inside", path: real };
  }

  /** The path that a tool may open. Throws where `locate` refuses. */
  async resolve(path: string): Promise<string> {
    const place = await this.locate(path);
    if (place.kind === "refused") throw new Error(`${path}: ${place.reason}`);
    return place.path;
  }

  /** Throws unless the path, judged before, still is what was opened, and may be: a link that was made in between does not help. */
  async confirm(path: string, opened: BigIntStats): Promise<void> {
    const real = await realpath(path);
    const found = await lstat(real, { bigint: true });
    if (real !== path || !this.#contains(real) || found.dev !== opened.dev || found.ino !== opened.ino) {
      throw new Error(`${this.toLog(path)} was replaced while it was opened.`);
    }
    if (await this.#isRecord(real)) throw new Error(`${this.toLog(path)} is the record of this run.`);
  }

  /** Throws `NotExecuted` unless the workspace still is a folder of its name, and no link to another. */
  async confirmRoot(): Promise<void> {
    const real = await realpath(this.root).catch(() => null);
    if (real !== this.root) throw new NotExecuted("The workspace is no longer where it was.");
  }

  /** A path in the workspace, in the words of the log. */
  toLog(path: string): string {
    const names = relative(this.root, path).split(sep).filter(Boolean);
    return this.#logRoot === null ? names.join("/") || "." : `/${[...this.#logRoot, ...names].join("/")}`;
  }

  /** One text for each place, however a call names it; links are not looked at. Undefined where it lies outside. */
  nameOf(path: string): string | undefined {
    return this.#namesOf(path)?.join("/");
  }

  #namesOf(path: string): readonly string[] | null {
    const names = pathNames(path);
    if (names === null || !path.startsWith("/")) return names;
    return this.#logRoot !== null && startsWithNames(names, this.#logRoot) ? names.slice(this.#logRoot.length) : null;
  }

  #contains(real: string): boolean {
    return startsWithNames(pathNames(real) ?? [], pathNames(this.root) ?? []);
  }

  async #isRecord(real: string): Promise<boolean> {
    if (this.#record === null) return false;
    const paths = [real, ...recordSuffixes.map((suffix) => `${this.#record}${suffix}`)];
    const [file, ...records] = await Promise.all(paths.map((path) => stat(path, { bigint: true }).catch(() => null)));
    return file != null && records.some((record) => record?.ino === file.ino && record.dev === file.dev);
  }
}

/** The real path of the deepest place that exists, and the rest as it is written. Null where a link leads nowhere. */
async function follow(root: string, names: readonly string[]): Promise<string | null> {
  for (let depth = names.length; depth >= 0; depth--) {
    const path = join(root, ...names.slice(0, depth));
    try {
      return join(await realpath(path), ...names.slice(depth));
    } catch {
      if (await isLink(path)) return null;
    }
  }
  return join(root, ...names);
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch {
    return false;
  }
}
