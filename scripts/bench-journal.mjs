// `npm run bench:journal`: what a durable call costs, compared with bare commits of the same rows. A measurement: it ends with 0.
import { pathToFileURL } from "node:url";
import { install, root, turbo } from "./prepare.mjs";

install();
turbo(["build"], ["@acta/crash..."]);
await import(new URL("test/crash/dist/bench-journal.js", pathToFileURL(root)).href);
