import { runCli } from "./cli.js";

process.exitCode = await runCli(process.argv.slice(2), {
  line: (text) => console.log(text),
  complaint: (text) => console.error(text),
});
