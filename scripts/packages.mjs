// `npm run packages`: whether a stranger can install what is published. Needs the npm registry.
import { pathToFileURL } from "node:url";
import { install, root, turbo } from "./prepare.mjs";

install();
turbo(["build"]);
await import(new URL("test/packages/dist/main.js", pathToFileURL(root)).href);
