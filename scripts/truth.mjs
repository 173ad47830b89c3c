// `npm run truth`: the same faults through Acta and its peers. Its dependencies are the bench's, and installed when it first runs.
import { pathToFileURL } from "node:url";
import { install, root, turbo } from "./prepare.mjs";

install();
install("bench");
turbo(["build"], ["./packages/*"]);
await import(new URL("bench/truth/main.mjs", pathToFileURL(root)).href);
