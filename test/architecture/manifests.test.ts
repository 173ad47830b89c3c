import { describe, expect, test } from "vitest";
import { house } from "./house.js";
import { manifestOf, sourcesOf } from "./source-tree.js";

const published = (name: string) => ({
  import: { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` },
  require: { types: `./dist/${name}.d.cts`, default: `./dist/${name}.cjs` },
});
const fileOf = (subpath: string) => (subpath === "." ? "index" : subpath.slice(2));

describe.each(Object.entries(house))("%s", (name, room) => {
  const manifest = manifestOf(name);

  test("exports exactly its subpaths, as ESM and CJS with types", () => {
    const subpaths = Object.fromEntries(room.exports.map((subpath) => [subpath, published(fileOf(subpath))]));
    const data = (room.data ?? []).map((subpath) => [subpath, `./dist/${subpath.slice(2)}`] as const);
    expect(manifest.publishConfig.exports).toEqual({ ...subpaths, ...Object.fromEntries(data), "./package.json": "./package.json" });
    const sources = Object.fromEntries(
      room.exports.map((subpath) => [subpath, { "@acta/source": `./src/${fileOf(subpath)}.ts`, ...published(fileOf(subpath)) }]),
    );
    const files = data.map(([subpath, file]) => [subpath, { "@acta/source": `./schema/${subpath.slice(2)}`, default: file }]);
    expect(manifest.exports).toEqual({ ...sources, ...Object.fromEntries(files), "./package.json": "./package.json" });
  });

  test("is fit to publish", () => {
    const { license, type, sideEffects, engines, files } = manifest;
    expect({ name: manifest.name, license, type, sideEffects, engines, files }).toEqual({
      name: `@acta/${name}`,
      license: "Apache-2.0",
      type: "module",
      sideEffects: false,
      engines: { node: ">=20" },
      files: ["dist"],
    });
  });

  test("has entries of explicit named exports, and nothing else in its index", () => {
    const files = new Map(sourcesOf(name).map(({ path, text }) => [path, text]));
    const index = files.get(`packages/${name}/src/index.ts`) ?? "";
    expect(statementsOf(index).filter((statement) => !/^export (type )?\{[^}]*\} from "[^"]+"$/s.test(statement))).toEqual([]);
    for (const [path, text] of files) {
      expect([path, /export \*|export default/.test(text)]).toEqual([path, false]);
    }
  });

  test("keeps every file to one thought", () => {
    const long = sourcesOf(name).filter(({ text }) => text.split("\n").length > 300);
    expect(long.map(({ path }) => path)).toEqual([]);
  });
});

const statementsOf = (text: string) =>
  text
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");

test("the check itself finds a star, a default and logic in an index", () => {
  const bad = 'export * from "./a.js"; export default 1; const x = 1; export { a } from "./a.js";';
  expect(statementsOf(bad).filter((statement) => !/^export (type )?\{[^}]*\} from "[^"]+"$/s.test(statement))).toHaveLength(3);
});
