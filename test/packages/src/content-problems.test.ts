import { expect, test } from "vitest";
import { contentProblems } from "./content-problems.js";
import { root } from "./workspace.js";

const manifest = { name: "@acta/x", version: "1.0.0", description: "x", license: "x", engines: {}, exports: { ".": "./dist/index.js" } };
const files = (changed: Record<string, string> = {}) =>
  new Map(
    Object.entries({ "package.json": JSON.stringify(manifest), "README.md": "", LICENSE: "", "dist/index.js": "export {};", ...changed }),
  );

test("a clean tarball has no problems", () => {
  expect(contentProblems(files())).toEqual([]);
});

test("a file that has to be there and is not", () => {
  const without = files();
  without.delete("LICENSE");
  expect(contentProblems(without)).toEqual(["LICENSE is missing"]);
});

test.each([
  ["a source condition", { "package.json": JSON.stringify({ ...manifest, imports: { "@acta/source": "./x" } }) }, "the source condition"],
  ["a workspace version", { "package.json": JSON.stringify({ ...manifest, dependencies: { y: "workspace:^" } }) }, "a workspace: version"],
  ["a catalog version", { "package.json": JSON.stringify({ ...manifest, dependencies: { y: "catalog:" } }) }, "a workspace: version"],
  ["a path of this machine", { "dist/index.js.map": `{"sources":["${root}packages/x/src/index.ts"]}` }, "a path of the machine"],
  ["a source file", { "src/index.ts": "" }, "is for developers"],
  [
    "a missing target",
    { "package.json": JSON.stringify({ ...manifest, exports: { ".": "./dist/no.js" } }) },
    "./dist/no.js, which is missing",
  ],
  ["a private package", { "package.json": JSON.stringify({ ...manifest, private: true }) }, "it is private"],
  ["no license", { "package.json": JSON.stringify({ ...manifest, license: undefined }) }, "has no license"],
])("%s", (_, changed, problem) => {
  const problems = contentProblems(files(changed));
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(problem);
});
