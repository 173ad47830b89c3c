// `npm run bullmq`: workers and servers of a queue are killed, and what ran is compared with what was answered.
import { pathToFileURL } from "node:url";
import { install, root, turbo } from "./prepare.mjs";

install();
turbo(["build"], ["@acta/bullmq-runs..."]);
await import(new URL("test/bullmq/dist/main.js", pathToFileURL(root)).href);
