import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "./report.js";
import { complaintsOf, runProgram } from "./run-program.js";
import { typescripts } from "./typescripts.js";
import { type PublicPackage, pinned, root } from "./workspace.js";

/** Adapters whose types name types of Node, so that their users need `@types/node`. */
const needNodeTypes: readonly string[] = ["@acta/journal-postgres"];

/** What the types may find around them. */
const surroundings = {
  "DOM types only": { files: ["consumer.mts", "consumer.cts", "neutral.mts", "neutral.cts"], lib: ["ES2022", "DOM"], types: [] },
  "Node types only": { files: ["consumer.mts", "consumer.cts", "all.mts", "all.cts"], lib: ["ES2022"], types: ["node"] },
  "neither, for what needs neither": { files: ["bare.mts"], lib: ["ES2022"], types: [] },
};

/** A stranger's project: an empty folder, npm, the tarballs, a strict compiler that checks declarations too. */
export async function consume(tarballs: ReadonlyMap<PublicPackage, string>, folder: string, report: Report): Promise<void> {
  mkdirSync(folder);
  cpSync(join(root, "test/packages/consumer"), folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifestFor(tarballs), null, 2));
  const packages = [...tarballs.keys()];
  writeEntries("all", packages, folder);
  writeEntries(
    "neutral",
    packages.filter(({ name }) => !needNodeTypes.includes(name)),
    folder,
  );
  const installed = await complaintsOf("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error"], folder);
  report.check("npm installs the tarballs in an empty folder", installed);
  if (installed.length > 0) return;
  for (const [age, version] of Object.entries(typescripts)) {
    for (const [name, { files, lib, types }] of Object.entries(surroundings)) {
      const out = `out-${age}`;
      const complaints = await compile(folder, age, { files, lib, types, outDir: out });
      report.check(`TypeScript ${version}, ${name}: compiles, declarations included`, complaints);
      if (complaints.length === 0) for (const file of files) await runCompiled(folder, out, file, report);
    }
    const wrong = await compile(folder, age, { files: ["wrong.mts"], lib: ["ES2022", "DOM"], types: [], outDir: "out-wrong" });
    report.control(`TypeScript ${version}, a wrong use of a tool's output`, wrong, /'toUpperCase' does not exist on type 'number'/);
  }
}

function manifestFor(tarballs: ReadonlyMap<PublicPackage, string>): object {
  const own = [...tarballs].map(([{ name }, path]) => [name, `file:${path}`]);
  const compilers = Object.entries(typescripts).map(([age, version]) => [`typescript-${age}`, `npm:typescript@${version}`]);
  return {
    name: "consumer",
    private: true,
    dependencies: { ...Object.fromEntries(own), zod: pinned("zod") },
    devDependencies: { ...Object.fromEntries(compilers), "@types/node": pinned("@types/node") },
  };
}

/** Programs that import everything that can be imported from some packages. */
function writeEntries(file: string, packages: readonly PublicPackage[], folder: string): void {
  const entries = packages.flatMap((one) => one.entries);
  const used = `void [${entries.map((_, index) => `entry${index}`).join(", ")}];\n`;
  const esm = entries.map((entry, index) => `import * as entry${index} from "${entry}";\n`);
  const cjs = entries.map((entry, index) => `import entry${index} = require("${entry}");\n`);
  writeFileSync(join(folder, `${file}.mts`), esm.join("") + used);
  writeFileSync(join(folder, `${file}.cts`), cjs.join("") + used);
}

interface Compilation {
  readonly files: readonly string[];
  readonly lib: readonly string[];
  readonly types: readonly string[];
  readonly outDir: string;
}

function compile(folder: string, age: string, { files, ...options }: Compilation): Promise<string[]> {
  const compilerOptions = {
    target: "ES2022",
    module: "NodeNext",
    moduleResolution: "NodeNext",
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    ...options,
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  const compiler = join(folder, `node_modules/typescript-${age}/bin/tsc`);
  return complaintsOf(process.execPath, [compiler, "-p", "."], folder);
}

async function runCompiled(folder: string, out: string, file: string, report: Report): Promise<void> {
  const program = join(out, file.replace(/ts$/, "js"));
  const { succeeded, stdout, stderr } = await runProgram(process.execPath, [program], folder);
  const lines = readFileSync(join(folder, file), "utf8").matchAll(/^\/\/ prints: (.*)$/gm);
  const expected = [...lines].map(([, line]) => `${line}\n`).join("");
  const isRight = succeeded && stdout === expected;
  report.check(`node ${program}`, isRight ? [] : [`expected:\n${expected}\nprinted:\n${stdout}${stderr}`]);
}
