// `npm run executors`: what executors promise, measured: the loop of the caller, runaways, kills, and what is left of them. `-- --json`.
import { pathToFileURL } from "node:url";
import { install, root, turbo } from "./prepare.mjs";

install();
turbo(["build"], ["@acta/executors..."]);
await import(new URL("test/executors/dist/main.js", pathToFileURL(root)).href);
