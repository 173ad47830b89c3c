import { describe, expect, test } from "vitest";
import { parseCommand } from "./cli.js";
import { help } from "./help.js";

test("nothing is the demonstration", () => {
  expect(parseCommand([])).toEqual({ kind: "demo" });
});

test("run has defaults", () => {
  expect(parseCommand(["run", "a.json"])).toEqual({
    kind: "run",
    file: "a.json",
    workspace: null,
    policy: null,
    policyModule: null,
    record: null,
    journal: null,
    strategy: "sequential",
    transaction: "corrected",
    workers: null,
    json: false,
  });
});

test("options may stand anywhere", () => {
  const argv = [
    "--json",
    "run",
    "--workspace",
    "w",
    "a.json",
    "--policy=p",
    "--policy-module=m",
    "--record=r",
    "--strategy",
    "concurrent",
    "--dry-run",
  ];
  expect(parseCommand([...argv, "--transaction", "shipped"])).toEqual({
    kind: "dry-run",
    file: "a.json",
    workspace: "w",
    policy: "p",
    policyModule: "m",
    record: "r",
    journal: null,
    strategy: "concurrent",
    transaction: "shipped",
    workers: null,
    json: true,
  });
});

test("help and version win", () => {
  expect(parseCommand(["run", "--help"])).toEqual({ kind: "help" });
  expect(parseCommand(["--version"])).toEqual({ kind: "version" });
});

test("help names every option", () => {
  for (const option of [
    "workspace",
    "policy",
    "record",
    "strategy",
    "transaction",
    "dry-run",
    "json",
    "help",
    "version",
    "journal",
    "branch",
    "tool",
    "outcome",
    "since",
    "until",
    "follow",
    "format",
    "max-output",
    "write",
    "rerun",
    "log-root",
    "policy-module",
    "workers",
    "redis",
    "queue",
    "call",
    "by",
    "note",
    "arguments",
  ]) {
    expect(help).toContain(`--${option}`);
  }
});

test("log, history and recover have defaults", () => {
  const source = { kind: "journal", path: "j" };
  expect(parseCommand(["log", "--journal", "j"])).toEqual({
    kind: "log",
    source,
    branch: null,
    tool: null,
    outcome: null,
    since: Number.NEGATIVE_INFINITY,
    until: Number.POSITIVE_INFINITY,
    follow: false,
    json: false,
  });
  expect(parseCommand(["history", "--journal", "j", "--branch", "b"])).toEqual({
    kind: "history",
    source,
    branch: "b",
    format: "messages",
    maxOutput: null,
    json: false,
  });
  const doctor = { kind: "doctor", write: null, dryRun: false, json: false };
  expect(parseCommand(["history", "doctor", "f"])).toEqual({ ...doctor, source: { kind: "file", path: "f" } });
  expect(parseCommand(["history", "doctor", "--journal", "j", "--branch", "b", "--dry-run", "--json"])).toEqual({
    ...doctor,
    source: { kind: "journal", path: "j", branch: "b" },
    dryRun: true,
    json: true,
  });
  expect(parseCommand(["recover", "--journal", "j"])).toEqual({
    kind: "recover",
    journal: "j",
    branch: null,
    rerun: false,
    workspace: null,
    logRoot: null,
    policy: null,
    policyModule: null,
    json: false,
  });
});

test("workers have defaults", () => {
  const redis = "redis://127.0.0.1:6379";
  expect(parseCommand(["run", "a", "--workers", "2"])).toMatchObject({ workers: { count: 2, redis, queue: null } });
  expect(parseCommand(["run", "a", "--workers", "0", "--queue", "q", "--redis", "rediss://h"])).toMatchObject({
    workers: { count: 0, redis: "rediss://h", queue: "q" },
  });
  const place = { workspace: "w", logRoot: null, journal: null };
  expect(parseCommand(["worker", "--workspace", "w"])).toEqual({ kind: "worker", redis, queue: "acta", ...place });
});

test("policy, approvals, approve and reject have defaults", () => {
  const places = { workspace: null, logRoot: null, json: false };
  expect(parseCommand(["policy", "check", "f"])).toEqual({ kind: "policy-check", file: "f", ...places });
  const call = { function: "Read", arguments: { file_path: "a" } };
  expect(parseCommand(["policy", "explain", "f", "--call", JSON.stringify(call)])).toEqual({
    kind: "policy-explain",
    file: "f",
    call,
    ...places,
  });
  expect(parseCommand(["policy", "simulate", "--policy", "p", "--journal", "j", "--workspace", "w", "--log-root", "/l", "--json"])).toEqual(
    {
      kind: "policy-simulate",
      policy: "p",
      journal: "j",
      workspace: "w",
      logRoot: "/l",
      json: true,
    },
  );
  expect(parseCommand(["approvals", "--journal", "j"])).toEqual({ kind: "approvals", journal: "j", json: false });
  const decide = { id: "i", by: "b", note: undefined, journal: "j", json: false };
  expect(parseCommand(["reject", "i", "--by", "b", "--journal", "j"])).toEqual({ kind: "reject", ...decide });
  expect(
    parseCommand(["approve", "i", "--by", "b", "--note", "n", "--arguments", '{"a":[1]}', "--workspace", "w", "--journal", "j"]),
  ).toEqual({
    kind: "approve",
    ...decide,
    note: "n",
    arguments: { a: [1] },
    workspace: "w",
    logRoot: null,
    policy: null,
    policyModule: null,
  });
});

describe("whatever is not documented is refused in one sentence", () => {
  test.each([
    [["start"], 'There is no command "start"; see --help.'],
    [["run"], "The command run needs a FILE; see --help."],
    [["run", ""], "The command run needs a FILE; see --help."],
    [["run", "a", "b"], "The command run takes one FILE; see --help."],
    [["--json"], "--json belongs to a command: npm start -- run FILE."],
    [["run", "a", "--color"], "Unknown option '--color'; see --help."],
    [["run", "a", "--record"], "Option '--record <value>' argument missing; see --help."],
    [["run", "a", "--record="], "--record needs a path."],
    [["run", "a", "--journal", ""], "--journal needs a path."],
    [["run", "a", "--journal", "j", "--record", "r"], "--record and --journal exclude each other: there is one record."],
    [["run", "a", "--follow"], "--follow is no option of run; see --help."],
    [["log"], "The command log needs a --journal or a --record; see --help."],
    [["log", "a", "--journal", "j"], "The command log takes options only; see --help."],
    [["log", "--journal", "j", "--tool="], "--tool needs a value."],
    [
      ["log", "--journal", "j", "--outcome", "done"],
      '--outcome is one of succeeded, failed, rejected, denied, escalated, deferred, cancelled, timed_out, ambiguous, skipped, not "done".',
    ],
    [["log", "--journal", "j", "--since", "1"], '--since is a date or time such as 2026-01-31 or 2026-01-31T12:00:00Z, not "1".'],
    [
      ["log", "--journal", "j", "--until", "2026-13-01"],
      '--until is a date or time such as 2026-01-31 or 2026-01-31T12:00:00Z, not "2026-13-01".',
    ],
    [["log", "--record", "r", "--follow"], "--follow needs a --journal: a record of JSON lines is read once."],
    [["history", "--journal", "j"], "The command history needs a --branch; see --help."],
    [
      ["history", "--journal", "j", "--branch", "b", "--format", "gemini"],
      '--format is one of messages, openai-chat, openai-responses, anthropic, google, bedrock, mistral, cohere, ai-sdk, ai-sdk-ui, mcp, claude-code, not "gemini".',
    ],
    [
      ["history", "--journal", "j", "--branch", "b", "--format", "mcp", "--max-output", "-1"],
      "Option '--max-output' argument is ambiguous; see --help.",
    ],
    [["history", "--journal", "j", "--branch", "b", "--max-output", "1e3"], '--max-output is a whole number, not "1e3".'],
    [["history", "doctor"], "The command history doctor needs a FILE, or a --journal and a --branch; see --help."],
    [["history", "doctor", "--journal", "j"], "The command history doctor needs a FILE, or a --journal and a --branch; see --help."],
    [["history", "doctor", "f", "g"], "The command history doctor takes one FILE; see --help."],
    [["history", "doctor", ""], "The command history doctor takes a FILE, or a --journal and a --branch; see --help."],
    [["history", "doctor", "f", "--branch", "b"], "The command history doctor takes a FILE, or a --journal and a --branch; see --help."],
    [["history", "doctor", "f", "--write="], "--write needs a path."],
    [["history", "doctor", "f", "--format", "mcp"], "--format is no option of history doctor; see --help."],
    [
      ["history", "doctor", "--journal", "j", "--branch", "b", "--write", "o"],
      "--write is for a FILE: the repair of a journal is appended to it.",
    ],
    [["history", "doctors", "--journal", "j", "--branch", "b"], "The command history takes options only; see --help."],
    [["history doctor"], 'There is no command "history doctor"; see --help.'],
    [["recover"], "The command recover needs a --journal; see --help."],
    [["recover", "--record", "r"], "--record is no option of recover; see --help."],
    [["recover", "--journal", "j", "--log-root", "/l"], "--log-root is for --rerun: without it nothing is run."],
    [["doctor"], 'There is no command "doctor", but history doctor; see --help.'],
    [["simulate"], 'There is no command "simulate", but policy simulate; see --help.'],
    [["constructor"], 'There is no command "constructor"; see --help.'],
    [["policy"], "The command policy is policy check, policy explain or policy simulate; see --help."],
    [["policy", "explode", "f"], "The command policy is policy check, policy explain or policy simulate; see --help."],
    [["policy check", "f"], 'There is no command "policy check"; see --help.'],
    [["policy", "check"], "The command policy check takes one FILE; see --help."],
    [["policy", "check", "f", "g"], "The command policy check takes one FILE; see --help."],
    [["policy", "check", "f", "--journal", "j"], "--journal is no option of policy check; see --help."],
    [["policy", "explain", "f"], "The command policy explain needs a --call; see --help."],
    [["policy", "explain", "f", "--call", "{"], "--call is a JSON object: the text is not JSON at line 1, column 2."],
    [["policy", "explain", "f", "--call", "[]"], "--call is a JSON object: the text is another value."],
    [["policy", "explain", "f", "--call", '{"function":"Read"}'], "--call has a function, which is a text, and arguments, an object"],
    [["policy", "explain", "f", "--call", '{"function":"Read","arguments":[]}'], "--call has a function"],
    [["policy", "explain", "f", "--call", '{"function":"Read","arguments":{},"at":1}'], "--call has a function"],
    [["policy", "explain", "f", "--call", '{"function":"Read","arguments":{"__proto__":{"x":1}}}'], "--call is a JSON object: "],
    [["policy", "simulate", "--policy", "p"], "The command policy simulate needs a --policy and a --journal; see --help."],
    [
      ["policy", "simulate", "f", "--policy", "p", "--journal", "j"],
      "The command policy simulate takes options only, its policy as --policy FILE; see --help.",
    ],
    [["approvals"], "The command approvals needs a --journal; see --help."],
    [["approvals", "i", "--journal", "j"], "The command approvals takes options only; see --help."],
    [["approve", "--by", "b", "--journal", "j", "--workspace", "w"], "The command approve takes one ID; see --help."],
    [["approve", "i", "--journal", "j", "--workspace", "w"], "The command approve needs to know --by whom; see --help."],
    [["approve", "i", "--by=", "--journal", "j", "--workspace", "w"], "--by needs a value."],
    [["approve", "i", "--by", "b", "--workspace", "w"], "The command approve needs a --journal; see --help."],
    [
      ["approve", "i", "--by", "b", "--journal", "j", "--workspace", "w", "--arguments", '{"__proto__":1}'],
      "--arguments is a JSON object: ",
    ],
    [["run", "a", "--workers", "0"], '--workers is a whole number from 1 to 64, not "0".'],
    [["run", "a", "--workers", "1.5"], '--workers is a whole number from 1 to 64, not "1.5".'],
    [["run", "a", "--workers", "65", "--queue", "q"], '--workers is a whole number from 0 to 64, not "65".'],
    [["run", "a", "--redis", "redis://h"], "--redis and --queue are for --workers; see --help."],
    [["run", "a", "--workers", "1", "--redis", "127.0.0.1"], "--redis is a URL such as redis://127.0.0.1:6379."],
    [["run", "a", "--workers", "1", "--queue", "a:b"], '--queue is a name of letters, digits, ".", "_" and "-", not "a:b".'],
    [["run", "a", "--workers", "1", "--record", "r"], "--workers needs a --journal and no --record: "],
    [["run", "a", "--workers", "1", "--transaction", "shipped"], "--workers is for the corrected transaction: "],
    [["worker"], "The command worker needs a --workspace; see --help."],
    [["worker", "--workspace", "w", "--policy", "p"], "--policy is no option of worker; see --help."],
    [["reject", "i", "--by", "b"], "The command reject needs a --journal; see --help."],
    [["reject", "i", "j", "--by", "b", "--journal", "j"], "The command reject takes one ID; see --help."],
    [["reject", "i", "--by", "b", "--journal", "j", "--workspace", "w"], "--workspace is no option of reject; see --help."],
    [["run", "a", "--json=yes"], "Option '--json' does not take an argument; see --help."],
    [["run", "a", "--strategy", "random"], '--strategy is sequential or concurrent, not "random".'],
    [["run", "a", "--transaction", "other"], '--transaction is corrected or shipped, not "other".'],
  ])("%j", (argv, message) => {
    expect(() => parseCommand(argv)).toThrow(message);
  });
});
