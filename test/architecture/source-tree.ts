import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Manifest {
  readonly name: string;
  readonly license: string;
  readonly type: string;
  readonly sideEffects: boolean;
  readonly engines: { readonly node: string };
  readonly files: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly publishConfig: { readonly exports: Readonly<Record<string, unknown>> };
}

export const manifestOf = (name: string): Manifest => JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8"));

export function foldersIn(group: string): string[] {
  return readdirSync(join(root, group), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
}

export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** The files that a package publishes, in source form: no tests. */
export function sourcesOf(name: string): SourceFile[] {
  return sourcesIn(`packages/${name}/src`).filter(({ path }) => !/\.test(-d)?\.ts$/.test(path));
}

export function sourcesIn(folder: string): SourceFile[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === "node_modules" || entry.name === "dist" ? [] : sourcesIn(path);
    return /\.(ts|m?js)$/.test(entry.name) ? [{ path, text: readFileSync(join(root, path), "utf8") }] : [];
  });
}

/** What a file imports, re-exports or loads, without relative paths. */
export function importsOf(text: string): string[] {
  const found = text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)["']([^"']+)["']/g);
  return [...found].flatMap(([, specifier]) => (specifier && !specifier.startsWith(".") ? [specifier] : []));
}
