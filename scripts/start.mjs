// `npm start`: the reference app, from the folder that npm was called in.
import { pathToFileURL } from "node:url";
import { install, root, turbo } from "./prepare.mjs";

install();
turbo(["build"], ["@acta/reference..."]);
process.chdir(process.env.INIT_CWD ?? process.cwd());
await import(new URL("apps/reference/dist/main.js", pathToFileURL(root)).href);
