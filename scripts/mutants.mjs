// `npm run mutants`: whether the tests that cite a rule notice when the rule is broken. `-- --rule ID` tries one. Takes minutes.
import { pathToFileURL } from "node:url";
import { install, root, turbo } from "./prepare.mjs";

install();
turbo(["build"], ["@acta/mutants"]);
await import(new URL("test/mutants/dist/main.js", pathToFileURL(root)).href);
