import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { house, isNeutral } from "./house.js";
import { root } from "./source-tree.js";

const bundle = (contents: string) =>
  build({
    stdin: { contents, resolveDir: root, loader: "ts" },
    bundle: true,
    write: false,
    platform: "browser",
    format: "esm",
    conditions: ["@acta/source"],
    logLevel: "silent",
  });

const entries = Object.entries(house).flatMap(([name, room]) =>
  (isNeutral(room) ? room.exports : (room.neutral ?? [])).map((subpath) => [name, subpath === "." ? "index" : subpath.slice(2)] as const),
);

describe("runs anywhere", () => {
  test.each(entries)("%s/%s bundles for a browser", async (name, entry) => {
    const { outputFiles } = await bundle(`export * from "./packages/${name}/src/${entry}.ts"`);
    const [output] = outputFiles;
    expect(output?.text.length).toBeGreaterThan(200);
    expect(output?.text).not.toMatch(/\bprocess\.|\bBuffer\b|from "node:/);
  });

  test("the check itself refuses a module of Node", async () => {
    await expect(bundle('import { readFileSync } from "node:fs"; readFileSync("x")')).rejects.toThrow("node:fs");
  });
});
