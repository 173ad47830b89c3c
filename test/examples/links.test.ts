import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const written = ["docs", "docs/adr", "docs/guides", "."].flatMap((folder) => {
  return readdirSync(join(root, folder)).flatMap((name) => (name.endsWith(".md") ? [join(folder, name)] : []));
});
const readmes = readdirSync(join(root, "packages")).map((name) => `packages/${name}/README.md`);
const documents = [...written, ...readmes.filter((path) => existsSync(join(root, path)))];

/** Links to files, relative to the document; what is in code is no link. */
function linksIn(document: string): string[] {
  const prose = document.replace(/^```.*?^```$/gms, "").replace(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)].flatMap(([, target = ""]) => (/^[a-z]+:/.test(target) ? [] : [target]));
}

test.each(documents)("the links of %s lead somewhere", (document) => {
  const links = linksIn(readFileSync(join(root, document), "utf8"));
  expect(links.filter((link) => !existsSync(join(root, dirname(document), link)))).toEqual([]);
});

test("the check itself finds links", () => {
  expect(linksIn("[a](a.md) [b](../b#c) [d](https://e.f) `[g](h)`\n```\n[i](j)\n```\n[k](#l)")).toEqual(["a.md", "../b"]);
});
