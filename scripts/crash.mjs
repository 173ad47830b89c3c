// `npm run crash`: processes are killed at every point of a call, and the record is compared with what happened.
import { pathToFileURL } from "node:url";
import { install, root, turbo } from "./prepare.mjs";

install();
turbo(["build"], ["@acta/crash..."]);
await import(new URL("test/crash/dist/main.js", pathToFileURL(root)).href);
