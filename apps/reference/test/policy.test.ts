import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hello, journalOf, json, lines, read, shell } from "./journal-support.js";
import { app, readJsonLines, temporaryFolder, writeLog, writePolicy } from "./support.js";

const good = { mode: "rules", allow: { Read: ["*"] }, deny: { Bash: [{ pattern: "rm *", examples: [example("rm a", "deny")] }] } };

function example(command: string, expected: string) {
  return { arguments: { command }, expect: expected };
}

describe("policy check", () => {
  test("a policy in which everything is meant so: 0", async () => {
    const argv = ["policy", "check", writePolicy({ id: "mine", ...good })];
    expect(await app(argv)).toMatchObject({ status: 0, stdout: "The policy is valid, and its 1 example holds: 0 findings.\n", stderr: "" });
    expect(json((await app([...argv, "--json"])).stdout)).toEqual([{ type: "summary", policy: "mine", examples: 1, findings: 0 }]);
  });

  test.each([
    ["has no examples", []],
    ["its 2 examples hold", [example("rm a", "deny"), example("ls", "deny")]],
  ])("a policy that is valid, and %s", async (held, examples) => {
    const policy = { mode: "rules", deny: { Bash: [{ pattern: "rm *", examples }] } };
    expect((await app(["policy", "check", writePolicy(policy)])).stdout).toBe(`The policy is valid, and ${held}: 0 findings.\n`);
  });

  const doubtful = {
    mode: "rules",
    deny: { Bash: ["*"] },
    allow: { Bash: ["ls"], Read: ["*"] },
    escalate: { Read: ["/etc/*"] },
    tools: { Read: { arguments: [{ name: "file_path", kind: "path" }] } },
  };

  test("rules that decide nothing, or hide others: 1, each a finding", async () => {
    const { status, stdout } = await app(["policy", "check", writePolicy(doubtful)]);
    expect(status).toBe(1);
    const [head, first, second, , total] = lines(stdout);
    expect(head).toMatch(/^finding +rule +because of +what$/);
    expect(first).toMatch(/^never_decides +allow\.Bash\[0\] +deny\.Bash\[0\] +Rule allow\.Bash\[0\] never decides: /);
    expect(second).toMatch(/^allow_hides_escalate +allow\.Read\[0\] +escalate\.Read\[0\] +.* such as Read \{"file_path":"\/etc\/"?/);
    expect(total).toBe("The policy is valid, and has no examples: 2 findings.");

    const printed = json((await app(["policy", "check", writePolicy(doubtful), "--json"])).stdout);
    expect(printed.map(({ type, code, rule, other }) => [type, code, rule, other])).toEqual([
      ["finding", "never_decides", "allow.Bash[0]", "deny.Bash[0]"],
      ["finding", "allow_hides_escalate", "allow.Read[0]", "escalate.Read[0]"],
      ["summary", undefined, undefined, undefined],
    ]);
  });

  test("a name that no tool has: 1, and which there are", async () => {
    const mistyped = {
      ...good,
      allow: { Raed: ["*"] },
      deny: { ...good.deny, bahs: ["rm *"] },
      tools: { Grpe: { arguments: [{ name: "pattern" }] } },
    };
    const { status, stdout } = await app(["policy", "check", writePolicy(mistyped), "--json"]);
    const what = (name: string) => `is for ${name}, and the tools are Read, Write, Edit, Glob, Grep, Bash, Remember, Sleep, AskUser.`;
    expect(status).toBe(1);
    expect(json(stdout).slice(0, -1)).toEqual([
      { type: "finding", code: "unknown_tool", rule: "tools.Grpe", other: null, message: `A description ${what("Grpe")}` },
      { type: "finding", code: "unknown_tool", rule: "deny.bahs[0]", other: null, message: `Rule deny.bahs[0] ${what("bahs")}` },
      { type: "finding", code: "unknown_tool", rule: "allow.Raed[0]", other: null, message: `Rule allow.Raed[0] ${what("Raed")}` },
    ]);
  });

  describe("what a run says of such names, and goes on", () => {
    const names = ["Raed", "a", "b", "c", "d", "e", "f"];
    const policy = () => writePolicy({ mode: "rules", allow: Object.fromEntries([...names, "Read"].map((name) => [name, ["*", "a"]])) });
    const warning = (name: string) =>
      `Warning: Rule allow.${name}[0] is for ${name}, and the tools are Read, Write, Edit, Glob, Grep, Bash, Remember, Sleep, AskUser.`;

    test.each([[], ["--dry-run"]])("run %j: a finding for each, on stderr", async (...more) => {
      const { status, stdout, stderr } = await app(["run", writeLog([[read]]), "--policy", policy(), "--json", ...more]);
      expect({ status, calls: readJsonLines(stdout).calls.length }).toEqual({ status: 0, calls: 1 });
      expect(lines(stderr)).toEqual([...names.slice(0, 5).map(warning), "Warning: 2 more of the kind; policy check shows all."]);
    });

    test("nothing of a policy without, or with other findings", async () => {
      const control = {
        mode: "rules",
        deny: { Bash: ["*"] },
        allow: { Bash: ["ls"], Sleep: ["*"] },
        escalate: { bash: ["a"], "*": ["*"] },
      };
      expect(await app(["run", writeLog([[read]]), "--policy", writePolicy(control)])).toMatchObject({ status: 0, stderr: "" });
    });
  });

  test.each(["policies/default.json", "demo/policy.json"])("%s has no findings", async (policy) => {
    expect((await app(["policy", "check", join(import.meta.dirname, "..", policy)])).stdout).toContain(": 0 findings.");
  });

  test.each([
    ["no such file", "/none/p.json", /^The policy \/none\/p\.json does not exist\.$/],
    ["another key", { ...good, alow: {} }, /The policy is invalid at \/alow/],
    [
      "an example that does not hold",
      { ...good, deny: { Bash: [{ pattern: "rm *", examples: [example("ls", "deny")] }] }, default: "abstain" },
      /invalid at \/deny\/Bash\/0\/examples\/0: rule deny\.Bash\[0\], example 0 expects deny and gets abstain/,
    ],
  ])("%s: 2, and one sentence", async (_, policy, sentence) => {
    const { status, stdout, stderr } = await app(["policy", "check", typeof policy === "string" ? policy : writePolicy(policy), "--json"]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr.trimEnd()).toMatch(sentence);
    expect(lines(stderr)).toHaveLength(1);
  });

  test("examples see the files of the workspace", async () => {
    const workspace = temporaryFolder();
    for (const name of ["src", "secret"]) mkdirSync(join(workspace, name));
    symlinkSync("../secret", join(workspace, "src/link"));
    const examples = [
      { arguments: { file_path: "/project/src/a" }, expect: "allow" },
      { arguments: { file_path: "src/link/a" }, expect: "deny" },
    ];
    const policy = writePolicy({ mode: "rules", allow: { Read: [{ arguments: { file_path: { pathWithin: "src" } }, examples }] } });
    const argv = ["policy", "check", policy, "--workspace", workspace];
    expect((await app([...argv, "--log-root", "/project"])).status).toBe(0);
    // The control: without the folder of the log, its path is another one.
    expect((await app(argv)).stderr).toContain("example 0 expects allow and gets deny");
  });
});

describe("policy explain", () => {
  const policy = () => writePolicy({ id: "mine", mode: "rules", deny: { Bash: ["rm *"] }, escalate: { Bash: ["npm *"], "*": ["*"] } });
  const call = (command: string) => ["--call", JSON.stringify({ function: "Bash", arguments: { command } })];

  test("every rule, the one that determines, and why the others do not match", async () => {
    const { status, stdout } = await app(["policy", "explain", policy(), ...call("npm test")]);
    expect(status).toBe(0);
    expect(lines(stdout).map((line) => line.trim().replace(/ {2,}/g, "  "))).toEqual([
      'Bash {"command":"npm test"}',
      "",
      "rule  effect  matches  why",
      'deny.Bash[0]  deny  no  The pattern "rm *" does not match.',
      ">  escalate.Bash[0]  escalate  yes  All of it holds.",
      "escalate.*[0]  escalate  yes  All of it holds.",
      "",
      "Decision: escalate, by escalate.Bash[0].",
      "This is the policy alone: run also asks the tools themselves, for example whether a path leads out of the workspace.",
    ]);
  });

  test("--json: the same as data", async () => {
    const [explanation, ...others] = json((await app(["policy", "explain", policy(), ...call("rm a"), "--json"])).stdout);
    expect(others).toEqual([]);
    expect(explanation).toMatchObject({
      type: "explanation",
      call: { function: "Bash", arguments: { command: "rm a" } },
      enforced: false,
      decision: { kind: "deny", rule: "deny.Bash[0]", policy: "mine" },
      determining: [{ policy: "mine", rule: "deny.Bash[0]", matched: true }],
    });
  });

  test("a call that looks like another one is shown as what it is", async () => {
    const { stdout } = await app(["policy", "explain", policy(), ...call("r\u200bm \u0430dmin")]);
    expect(lines(stdout)[0]).toBe('Bash {"command":"r\\u{200b}m \\u{430}dmin"}');
  });
});

describe("policy simulate", () => {
  const simulate = async (database: string, policy: object, ...more: string[]) =>
    app(["policy", "simulate", "--policy", writePolicy(policy), "--journal", database, ...more]);

  test("counts and names the calls that would be decided otherwise, and changes nothing", async () => {
    const { database } = await journalOf([hello, shell, read], [shell, ["Weather", {}], ["Read", { file_path: "/etc/passwd" }]]);
    const before = (await app(["log", "--journal", database, "--json"])).stdout;
    const stricter = { mode: "rules", allow: { Bash: ["ls"] }, escalate: { Read: ["*"] } };
    const { status, stdout } = await simulate(database, stricter);
    expect(status).toBe(0);
    expect(
      lines(stdout)
        .slice(1, 5)
        .map((line) => line.replace(/ \S+Z/, "").split(/ {2,}/).slice(0, 5)),
    ).toEqual([
      ["newly denied", "Write", "/project/a.txt", "allow", "deny"],
      ["newly allowed", "Bash", "ls", "deny", "allow"],
      ["newly allowed", "Bash", "ls", "deny", "allow"],
      ["newly escalated", "Read", "/project/a.txt", "allow", "escalate"],
    ]);
    expect(lines(stdout).slice(5)).toEqual([
      "",
      "4 calls: 1 newly denied, 2 newly allowed, 1 newly escalated, 0 newly deferred, 0 unchanged.",
      "Left out: 1 call that the tools' own policies refuse.",
    ]);
    expect((await app(["log", "--journal", database, "--json"])).stdout).toBe(before);
  });

  test("--json: each change with both decisions, and the counts", async () => {
    const { database, branches } = await journalOf([hello, shell]);
    const printed = json((await simulate(database, { id: "new", mode: "deny_all" }, "--json")).stdout);
    expect(printed).toEqual([
      {
        type: "change",
        change: "newly_denied",
        call: expect.objectContaining({
          function: "Write",
          arguments: hello[1],
          branchId: branches[0],
          callId: expect.any(String),
          attempt: 1,
          effect: "idempotent",
          at: expect.any(Number),
        }),
        before: expect.objectContaining({ kind: "allow", policy: "reference" }),
        after: expect.objectContaining({ kind: "deny", policy: "new" }),
      },
      {
        type: "summary",
        calls: 2,
        newlyDenied: 1,
        newlyAllowed: 0,
        newlyEscalated: 0,
        newlyDeferred: 0,
        unchanged: 1,
        refusedByTools: 0,
        unreadable: 0,
      },
    ]);
  });

  test("the policy of the run changes nothing; an escalation that waits, or was approved, is one", async () => {
    const { database } = await journalOf([hello]);
    const policy = writePolicy({ mode: "rules", allow: { Write: ["*"] }, escalate: { Bash: ["*"] } });
    await app(["run", writeLog([[shell, ["Bash", { command: "pwd" }]]]), "--policy", policy, "--journal", database]);
    const [first] = json((await app(["approvals", "--journal", database, "--json"])).stdout);
    const argv = ["--by", "mia", "--journal", database, "--policy", policy];
    expect((await app(["approve", String(first?.id), ...argv])).status).toBe(0);
    const { stdout } = await app(["policy", "simulate", "--policy", policy, "--journal", database]);
    expect(stdout).toBe("3 calls: 0 newly denied, 0 newly allowed, 0 newly escalated, 0 newly deferred, 3 unchanged.\n");
  });

  describe("the files are those of the place where each run acted", () => {
    /** Two runs that read the same path, which is a link out of the folder in the second of their workspaces. */
    async function twoRuns() {
      const database = join(temporaryFolder(), "acta.db");
      const workspaces = [temporaryFolder(), temporaryFolder()] as const;
      for (const [index, workspace] of workspaces.entries()) {
        for (const name of ["src", "secret"]) mkdirSync(join(workspace, name));
        if (index === 0) mkdirSync(join(workspace, "src/a"));
        else symlinkSync("../secret", join(workspace, "src/a"));
        const log = writeLog([[["Read", { file_path: "/project/src/a/b" }]]]);
        await app(["run", log, "--journal", database, "--workspace", workspace]);
      }
      return { database, workspaces };
    }
    const within = { mode: "rules", allow: { Read: [{ arguments: { file_path: { pathWithin: "src" } } }] } };
    const counts = async (database: string, ...more: string[]) =>
      lines((await simulate(database, within, ...more)).stdout)
        .at(-1)
        ?.replace(/0 newly allowed.*deferred, /, "");

    test("as its record says", async () => {
      const { database } = await twoRuns();
      expect(await counts(database)).toBe("2 calls: 1 newly denied, 1 unchanged.");
    });

    test("unless the user says another: then it is that for all", async () => {
      const { database, workspaces } = await twoRuns();
      expect(await counts(database, "--workspace", workspaces[0])).toBe("2 calls: 0 newly denied, 2 unchanged.");
      expect(await counts(database, "--workspace", workspaces[1])).toBe("2 calls: 2 newly denied, 0 unchanged.");
      expect(await counts(database, "--log-root", "/other")).toBe("2 calls: 2 newly denied, 0 unchanged.");
    });

    test("those of a policy's examples are those of the first run", async () => {
      const { database } = await twoRuns();
      const examples = [{ arguments: { file_path: "/project/src/a" }, expect: "allow" }];
      const rule = { arguments: { file_path: { pathWithin: "src" } }, examples };
      const policy = { mode: "rules", allow: { Read: [rule] } };
      expect((await simulate(database, policy)).status).toBe(0);
      expect((await simulate(database, policy, "--log-root", "/other")).stderr).toContain("example 0 expects allow and gets deny");
    });
  });

  test("the default policy, for the calls of the demonstration: two programs are newly denied", async () => {
    const folder = join(import.meta.dirname, "..");
    const database = join(temporaryFolder(), "acta.db");
    await app(["run", join(folder, "demo/transcript.jsonl"), "--policy", join(folder, "demo/policy.json"), "--journal", database]);
    const argv = ["policy", "simulate", "--policy", join(folder, "policies/default.json"), "--journal", database];
    const { stdout } = await app(argv);
    expect(stdout).toMatch(/^newly denied .* Bash {2}node ledger\.test\.mjs {2}allow {5}deny {2}default {2}No rule holds for the call\.$/m);
    expect(stdout).toMatch(/^newly denied .* Bash {2}node publish\.mjs {6}escalate {2}deny {2}default {2}No rule holds for the call\.$/m);
    expect(stdout).toMatch(/^10 calls: 2 newly denied, 0 newly allowed, 0 newly escalated, 0 newly deferred, 8 unchanged\.$/m);
  });

  test("what is no journal is refused", async () => {
    const { status, stderr } = await simulate("/none/acta.db", { mode: "deny_all" });
    expect({ status, stderr }).toEqual({ status: 2, stderr: "The journal /none/acta.db does not exist.\n" });
  });
});
