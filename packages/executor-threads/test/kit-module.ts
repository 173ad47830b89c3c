import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { conformanceTools } from "@acta/actions/conformance";
import { build } from "esbuild";

const names = Object.keys(conformanceTools({ mark: () => {}, vanish: () => {} }));

/** What a thread loads: the tools of the kit, which mark their effects in files. */
const contents = `
import { appendFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
import { conformanceTools } from "@acta/actions/conformance";

export const { ${names.join(", ")} } = conformanceTools({
  mark: (place, text) => appendFileSync(place, text + "\\n"),
  vanish: () => (isMainThread ? process.kill(process.pid, "SIGKILL") : process.exit(7)),
});
`;

export interface KitModule {
  readonly path: string;
  readonly folder: string;
  remove(): void;
}

/** Written as JavaScript, because a thread does not load the sources of this repository by itself. */
export async function kitModule(): Promise<KitModule> {
  const folder = mkdtempSync(join(tmpdir(), "acta-threads-"));
  const path = join(folder, "kit.mjs");
  await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL("..", import.meta.url)) },
    outfile: path,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["@acta/source"],
    logLevel: "error",
  });
  return { path, folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
