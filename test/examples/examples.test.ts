import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { format } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { blocksIn, printedBy } from "./blocks.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");
const packages = readdirSync(join(root, "packages")).map((name) => `packages/${name}`);
const filesIn = (folder: string, ending: string) => {
  const names = existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [];
  return names.filter((name) => name.endsWith(ending)).map((name) => `${folder}/${name}`);
};
const readmes = ["README.md", "CONTRIBUTING.md", ...packages.map((folder) => `${folder}/README.md`)];
const documents = [...readmes.filter((path) => existsSync(join(root, path))), ...filesIn("docs/guides", ".md")];
const examples = [...packages.map((folder) => `${folder}/examples`), "test/guides"].flatMap((folder) => filesIn(folder, ".ts"));
const shown = documents.flatMap((document) => blocksIn(read(document)).map((block) => [document, block] as const));

test("every package has a README, and an example in it", () => {
  for (const folder of packages) expect([folder, shown.some(([document]) => document.startsWith(`${folder}/`))]).toEqual([folder, true]);
});

test("every guide shows a program", () => {
  const guides = documents.filter((document) => document.startsWith("docs/guides/"));
  expect(guides.length).toBeGreaterThanOrEqual(5);
  for (const guide of guides) expect([guide, shown.some(([document]) => document === guide)]).toEqual([guide, true]);
});

describe("what a document shows is a file", () => {
  test.each(shown.map(([document, block]) => [document, block.file, block] as const))("%s: %s", (document, file, block) => {
    expect(block.text).toBe(read(join(dirname(document), file)));
  });

  test("every example is shown somewhere", () => {
    const files = new Set(shown.map(([document, { file }]) => join(dirname(document), file)));
    expect(examples.filter((example) => !files.has(example))).toEqual([]);
  });
});

describe("what an example says that it prints", () => {
  test.each(examples)("%s", async (example) => {
    const expected = printedBy(read(example));
    expect(expected.length).toBeGreaterThan(0);
    const printed: string[] = [];
    const log = vi.spyOn(console, "log").mockImplementation((...values: unknown[]) => void printed.push(format(...values)));
    try {
      await import(join(root, example));
    } finally {
      log.mockRestore();
    }
    expect(printed.flatMap((line) => line.split("\n"))).toEqual(expected);
  });
});

test("the check itself reads blocks and expectations", () => {
  expect(blocksIn("a\n```ts file=examples/x.ts\nline\n```\nb\n```ts\nno\n```\n")).toEqual([{ file: "examples/x.ts", text: "line\n" }]);
  expect(printedBy("x();\n// prints: 1\n// prints: two words\n")).toEqual(["1", "two words"]);
});
