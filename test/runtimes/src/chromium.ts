import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { programs } from "./command-line.js";
import { runProgram } from "./run-program.js";
import { type Missing, type Program, type Runtime, readReport } from "./runtime.js";

const path = process.env.ACTA_CHROMIUM ?? "/usr/bin/chromium";
const patienceMs = 60_000;
const files: Readonly<Record<Program, string>> = { scenario: "page.js", control: "page-control.js" };
const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A headless browser: a page that runs the program and posts its report to the server that it came from. */
export async function chromium(): Promise<Runtime | Missing> {
  const name = "Chromium";
  if (!existsSync(path)) return { name, missing: `there is no ${path}; on Debian: apt-get install --no-install-recommends chromium` };
  const { stdout, stderr } = await runProgram(path, ["--version"], tmpdir());
  const version = /\d+(\.\d+)+/.exec(stdout)?.[0];
  if (version === undefined) return { name, missing: `${path} does not start: ${stderr.trim()}` };
  return { name, version, run: async (program) => readReport(await reportFromPage(files[program]), "nothing, for a minute") };
}

async function reportFromPage(file: string): Promise<string> {
  const { server, report } = serve(file);
  const profile = mkdtempSync(join(tmpdir(), "acta-chromium-"));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const browser = spawn(path, [...flags, `--user-data-dir=${profile}`, `http://127.0.0.1:${port}/`], { stdio: "ignore" });
  const closed = once(browser, "close");
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(""), patienceMs);
  });
  try {
    return await Promise.race([report, late]);
  } finally {
    clearTimeout(timer);
    browser.kill();
    await closed;
    server.close();
    server.closeAllConnections();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

function serve(file: string): { readonly server: Server; readonly report: Promise<string> } {
  let resolve: (text: string) => void = () => {};
  const report = new Promise<string>((done) => {
    resolve = done;
  });
  const server = createServer(async (request, response) => {
    if (request.url === "/") response.setHeader("content-type", "text/html").end('<script type="module" src="/program.js"></script>');
    else if (request.url === "/program.js") response.setHeader("content-type", "text/javascript").end(readFileSync(programs + file));
    else if (request.url === "/report" && request.method === "POST") {
      const text = await new Response(request as unknown as ReadableStream).text();
      response.end();
      resolve(text);
    } else response.writeHead(404).end();
  });
  return { server, report };
}
