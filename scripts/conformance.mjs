// `npm run conformance`: the journals against the kit of their contract, and the kit against broken journals.
import { pathToFileURL } from "node:url";
import { install, root, turbo } from "./prepare.mjs";

install();
turbo(["build"], ["@acta/crash..."]);
await import(new URL("test/crash/dist/conformance/conformance.js", pathToFileURL(root)).href);
