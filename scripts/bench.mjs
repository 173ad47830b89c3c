// `npm run bench`: Acta, floors, peers and components in one run. Its dependencies are its own, and installed when it first runs.
import { pathToFileURL } from "node:url";
import { install, root, turbo } from "./prepare.mjs";

install();
install("bench");
turbo(["build"], ["./packages/*"]);
await import(new URL("bench/speed/main.mjs", pathToFileURL(root)).href);
