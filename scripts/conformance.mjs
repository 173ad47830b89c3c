// `npm run conformance`: journals and policies against the kits of their contracts, and the kits against broken ones.
import { pathToFileURL } from "node:url";
import { install, root, turbo } from "./prepare.mjs";

install();
turbo(["build"], ["@acta/crash..."]);
await import(new URL("test/crash/dist/conformance/conformance.js", pathToFileURL(root)).href);
