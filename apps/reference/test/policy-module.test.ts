import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { Interruption } from "../src/interruption.js";
import { hello, read, shell } from "./journal-support.js";
import { app, permissivePolicy, readJsonLines, type ToolUse, temporaryFolder, writeLog } from "./support.js";

const noWrites = join(import.meta.dirname, "policy-modules/no-writes.mjs");

async function decisions(calls: readonly ToolUse[], module: string, ...more: string[]) {
  const argv = ["run", writeLog([calls]), "--json", "--policy", permissivePolicy(), "--policy-module", module, ...more];
  const { status, stdout, stderr } = await app(argv);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return readJsonLines(stdout).calls.map(({ decision }) => `${decision?.kind} ${decision?.rule}`);
}

describe("--policy-module", () => {
  test("both policies are asked, and the stricter one counts", async () => {
    expect(await decisions([hello, read], noWrites)).toEqual(["deny writes", "allow mode.allow_all"]);
    // It widens nothing.
    const { stdout } = await app(["run", writeLog([[hello, shell]]), "--json", "--policy-module", noWrites, "--dry-run"]);
    expect(readJsonLines(stdout).calls.map(({ decision }) => [decision?.rule, decision?.policy])).toEqual([
      ["writes", "reference+no-writes"],
      ["default", "reference+no-writes"],
    ]);
  });

  test("with the shipped transaction too", async () => {
    const argv = ["run", writeLog([[hello, read]]), "--json", "--transaction", "shipped", "--policy-module", noWrites];
    expect(readJsonLines((await app(argv)).stdout).calls.map(({ decision }) => decision?.kind)).toEqual(["deny", "allow"]);
  });

  test("a module of somebody else's, which has only the contract installed", async () => {
    const folder = join(temporaryFolder(), "policy");
    const repository = join(import.meta.dirname, "../../..");
    const contract = join(folder, "node_modules/@acta/governance");
    cpSync(join(repository, "examples/third-party-policy"), folder, { recursive: true, filter: (path) => !path.includes("node_modules") });
    const entryPoints = [join(repository, "packages/governance/src/index.ts")];
    await build({ entryPoints, outfile: join(contract, "index.js"), bundle: true, format: "esm", conditions: ["@acta/source"] });
    writeFileSync(join(contract, "package.json"), JSON.stringify({ name: "@acta/governance", type: "module", exports: "./index.js" }));
    const calls = Array.from({ length: 5 }, (): ToolUse => ["Bash", { command: "true" }]);
    const allowed = Array.from({ length: 3 }, () => "allow mode.allow_all");
    expect(await decisions(calls, join(folder, "three-commands.js"))).toEqual([...allowed, "deny per-hour", "deny per-hour"]);
  });
});

describe("a bad module: 2, one sentence, and nothing ran", () => {
  test.each([
    ["that does not exist", null, /^The policy module .* does not exist\.$/],
    ["that is no JavaScript", "export const = 1;", /cannot be loaded: /],
    ["that throws", 'throw new Error("no\\nway")', /cannot be loaded: no\.$/],
    ["without createPolicy", "export const policy = {};", /exports no function createPolicy\.$/],
    ["with a default export alone", "export default () => ({});", /exports no function createPolicy\.$/],
    ["whose createPolicy is none", "export const createPolicy = {};", /exports no function createPolicy\.$/],
    ["whose createPolicy throws", 'export const createPolicy = () => { throw new Error("no") };', /has failed in createPolicy: no\.$/],
    ["whose createPolicy rejects", "export const createPolicy = () => Promise.reject(7);", /has failed in createPolicy: 7\.$/],
    ["that gives nothing", "export const createPolicy = () => undefined;", /gives no policy: /],
    ["that gives no decide", 'export const createPolicy = () => ({ id: "x" });', /gives no policy: /],
    ["that gives no id", "export const createPolicy = () => ({ decide() {} });", /gives no policy: /],
    [
      "that gives a hostile object",
      "export const createPolicy = () => new Proxy({}, { get(_, key) { if (key !== 'then') throw 1; } });",
      /gives no policy: /,
    ],
  ])("%s", async (_, source, sentence) => {
    const module = join(temporaryFolder(), "policy.mjs");
    if (source !== null) writeFileSync(module, source);
    const journal = join(temporaryFolder(), "acta.db");
    const { status, stdout, stderr } = await app(["run", writeLog([[hello]]), "--policy-module", module, "--journal", journal]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr.trimEnd()).toMatch(sentence);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect((await app(["log", "--journal", journal])).stderr).toContain("does not exist");
  });

  test("one that never comes can be interrupted", async () => {
    const module = join(temporaryFolder(), "policy.mjs");
    writeFileSync(module, "export const createPolicy = () => { globalThis.actaAsked?.(); return new Promise(() => {}); };");
    const controller = new AbortController();
    Object.assign(globalThis, { actaAsked: () => controller.abort(new Interruption("SIGINT")) });
    const { status } = await app(["run", writeLog([[hello]]), "--policy-module", module], { signal: controller.signal });
    Reflect.deleteProperty(globalThis, "actaAsked");
    expect(status).toBe(130);
  });
});
