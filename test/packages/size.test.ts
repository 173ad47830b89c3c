import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";

/** Bytes of each root entry with everything that it imports, minified and gzipped; zod is the user's. */
const limits = {
  event: 3_000,
  hooks: 2_000,
  governance: 4_000,
};

/** Limits that are not met yet. An entry whose size fits goes to the list above. */
const missed = {
  branch: 16_000,
};

const sizeOf = async (name: string) => gzipSync(await bundle(name), { level: 9 }).byteLength;

async function bundle(name: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`../../packages/${name}/src/index.ts`, import.meta.url))],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    conditions: ["@acta/source"],
    external: ["zod"],
    write: false,
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

describe("the root entry stays small", () => {
  test.each(Object.entries(limits))("%s: at most %i bytes", async (name, limit) => {
    expect(await sizeOf(name)).toBeLessThanOrEqual(limit);
  });

  test.each(Object.entries(missed))("%s: known to be above its %i bytes", async (name, limit) => {
    const size = await sizeOf(name);
    console.log(`SIZE ${name}: ${size} bytes, limit ${limit}`);
    expect(size).toBeGreaterThan(limit);
  });

  test("what is measured is all of it", async () => {
    const text = new TextDecoder().decode(await bundle("branch"));
    // A code of each package that the facade is made of.
    for (const code of [
      "deadline_exceeded",
      "stop_hook",
      "gate_timeout",
      "matter_taken",
      "unknown_tool",
      "conflicting_response",
      "sibling",
    ]) {
      expect(text).toContain(code);
    }
    expect(text).not.toMatch(/from ?"(?!zod)/);
  });
});
