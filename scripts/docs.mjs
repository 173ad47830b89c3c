// `npm run docs`: docs/api from the docstrings. A reference that leads nowhere is a failure.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fail, install, root } from "./prepare.mjs";

install();
const { Application } = await import("typedoc");

const entries = entriesOfPackages();
const app = await Application.bootstrapWithPlugins({ options: join(root, "typedoc.json"), entryPoints: [...entries.keys()] });
const points = app.getEntryPoints() ?? [];
const project = app.converter.convert(points.map((point) => ({ ...point, displayName: entries.get(point.sourceFile.fileName) })));
app.validate(project);
if (app.logger.hasErrors() || app.logger.hasWarnings()) fail("The documentation has errors or warnings. They are above.");
await app.generateOutputs(project);
if (app.logger.hasErrors() || app.logger.hasWarnings()) fail("The documentation could not be written without warnings. They are above.");
console.log(`${entries.size} entries documented in docs/api`);

/** The source file of everything that can be imported, with its name. */
function entriesOfPackages() {
  const found = new Map();
  for (const folder of readdirSync(join(root, "packages")).map((name) => join(root, "packages", name))) {
    const { name, exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    for (const [subpath, conditions] of Object.entries(exports)) {
      if (!subpath.endsWith(".json")) found.set(join(folder, conditions["@acta/source"]), name + subpath.slice(1));
    }
  }
  return found;
}
