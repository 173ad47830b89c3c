// `npm run vectors`: the conformance vectors against the built packages.
import { pathToFileURL } from "node:url";
import { install, root, turbo } from "./prepare.mjs";

install();
turbo(["build"], ["@acta/vectors..."]);
process.chdir(process.env.INIT_CWD ?? process.cwd());
await import(new URL("test/vectors/dist/main.js", pathToFileURL(root)).href);
