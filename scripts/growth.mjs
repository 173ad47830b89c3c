// `npm run growth -- [ENTRIES]`: what it costs to open a branch of 1,000,000 entries, and to append to it. A measurement: it ends with 0.
import { pathToFileURL } from "node:url";
import { install, root, turbo } from "./prepare.mjs";

install();
turbo(["build"], ["@acta/crash..."]);
await import(new URL("test/crash/dist/growth.js", pathToFileURL(root)).href);
