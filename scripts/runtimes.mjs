// `npm run runtimes`: the neutral packages under Node, Bun, Deno and Chromium. Needs the npm registry when run for the first time.
import { pathToFileURL } from "node:url";
import { install, root, turbo } from "./prepare.mjs";

install();
turbo(["build"], ["@acta/runtimes..."]);
await import(new URL("test/runtimes/dist/main.js", pathToFileURL(root)).href);
