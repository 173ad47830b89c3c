import { describe, expect, test } from "vitest";
import { house, isNeutral, mayImport, privateParts, type Room } from "./house.js";
import { foldersIn, importsOf, manifestOf, sourcesOf } from "./source-tree.js";

const rooms = Object.entries(house);
const packageOf = (specifier: string) => specifier.replace(/^((?:@[^/]+\/)?[^/]+).*$/, "$1");

function importedBy(name: string): string[] {
  return [...new Set(sourcesOf(name).flatMap(({ text }) => importsOf(text).map(packageOf)))];
}

test("the packages are exactly those of the house", () => {
  expect(foldersIn("packages").sort()).toEqual(Object.keys(house).sort());
  expect(["apps", "test"].flatMap((group) => foldersIn(group).map((name) => `${group}/${name}`)).sort()).toEqual([...privateParts].sort());
});

describe.each(rooms)("%s", (name, room) => {
  test("imports what the house says, and declares it", () => {
    const imported = importedBy(name).sort();
    const allowed = [...room.imports.map((other) => `@acta/${other}`), ...room.thirdParty].sort();
    expect(imported.filter((specifier) => !specifier.startsWith("node:"))).toEqual(allowed);
    expect(Object.keys(manifestOf(name).dependencies ?? {}).sort()).toEqual(allowed);
  });

  test("imports downwards only", () => {
    for (const other of room.imports)
      expect([name, other, mayImport(room.layer, house[other]?.layer as Room["layer"])]).toEqual([name, other, true]);
  });

  test("names no module of Node where it must run anywhere", () => {
    const nodeModules = importedBy(name).filter((specifier) => specifier.startsWith("node:"));
    expect(isNeutral(room) ? nodeModules : []).toEqual([]);
  });

  test("has something in it", () => {
    expect(sourcesOf(name).length).toBeGreaterThan(2);
  });
});

describe("the check itself", () => {
  test("knows every form of an import", () => {
    const text = `import a from "a"; import { b } from '@acta/b/sub';\nexport { c } from "c";\nimport "d"; await import("e"); require("f"); import type { G } from "node:g"; import x from "./x.js";`;
    expect(importsOf(text)).toEqual(["a", "@acta/b/sub", "c", "d", "e", "f", "node:g"]);
  });

  test("refuses what points up or sideways", () => {
    expect(mayImport("contract", "engine")).toBe(false);
    expect(mayImport("contract", "contract")).toBe(false);
    expect(mayImport("engine", "facade")).toBe(false);
    expect(mayImport("facade", "adapter")).toBe(false);
    expect(mayImport("adapter", "adapter")).toBe(false);
    expect(mayImport("adapter", "contract")).toBe(true);
  });
});
