// `npm start`: the reference app, from the folder that npm was called in.
import { pathToFileURL } from "node:url";
import { install, root, turbo } from "./prepare.mjs";

refuseSwallowedFlags([
  "arguments",
  "branch",
  "by",
  "call",
  "dry-run",
  "follow",
  "format",
  "journal",
  "json",
  "log-root",
  "max-output",
  "note",
  "outcome",
  "policy",
  "policy-module",
  "queue",
  "record",
  "redis",
  "rerun",
  "since",
  "strategy",
  "tool",
  "transaction",
  "until",
  "workers",
  "workspace",
  "write",
]);
install();
turbo(["build"], ["@acta/reference..."]);
process.chdir(process.env.INIT_CWD ?? process.cwd());
await import(new URL("apps/reference/dist/main.js", pathToFileURL(root)).href);

/** Without `--` npm takes a flag for its own, and a dry run would run. */
function refuseSwallowedFlags(names) {
  const swallowed = names.find((name) => process.env[`npm_config_${name.replaceAll("-", "_")}`] && !process.argv.includes(`--${name}`));
  if (swallowed === undefined) return;
  console.error(`npm has kept --${swallowed} for itself. Put -- before the arguments: npm start -- COMMAND --${swallowed}`);
  process.exit(2);
}
