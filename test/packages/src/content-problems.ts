import { root } from "./workspace.js";

/** What must not leave the house, and what must be there: by the files of a tarball. */
export function contentProblems(files: ReadonlyMap<string, string>): string[] {
  const problems = ["package.json", "README.md", "LICENSE"].filter((path) => !files.has(path)).map((path) => `${path} is missing`);
  for (const [path, text] of files) {
    for (const [what, pattern] of forbidden) if (pattern.test(text)) problems.push(`${path} contains ${what}`);
    if (/\.test\.|^(src|test|node_modules)\//.test(path)) problems.push(`${path} is for developers`);
  }
  const manifest = files.get("package.json");
  if (manifest !== undefined) problems.push(...manifestProblems(JSON.parse(manifest), files));
  return problems;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const forbidden: readonly (readonly [string, RegExp])[] = [
  ["the source condition", /@acta\/source/],
  ["a workspace: version", /["'](workspace|catalog):/],
  ["a path of the machine that built it", new RegExp(`${escaped(root)}|file:///|["'](/home/|/root/|/Users/|[A-Z]:\\\\\\\\)`)],
];

function manifestProblems(manifest: Record<string, unknown>, files: ReadonlyMap<string, string>): string[] {
  const problems: string[] = [];
  for (const target of targetsOf(manifest.exports))
    if (!files.has(target.slice(2))) problems.push(`the exports name ${target}, which is missing`);
  if (manifest.private !== undefined) problems.push("it is private");
  for (const field of ["name", "version", "description", "license", "engines"]) {
    if (manifest[field] === undefined) problems.push(`its manifest has no ${field}`);
  }
  return problems;
}

function targetsOf(exports: unknown): string[] {
  if (typeof exports === "string") return [exports];
  return typeof exports === "object" && exports !== null ? Object.values(exports).flatMap(targetsOf) : [];
}
