import type { Json } from "@acta/governance";
import { memoryJournal } from "@acta/journal/memory";
import { createActionRequest, createActionResponse } from "@acta/messages";
import { describe, expect, test, vi } from "vitest";
import { Branch, type BranchOptions, recover, SessionObserver, type SettledBody } from "../src/index.js";
import { ask, end, first, never, rejection, tool, watch } from "./support.js";

const secret = "hunter2";
const login = tool("login", (input) => ({ ...(input as object), token: secret }), {
  redact: { input: ["password"], output: ["password", "token"] },
});

/** Everything that could tell: the record, the views, the flow, hooks and lines. */
async function everythingSaid(options: BranchOptions, requests: Parameters<Branch["act"]>[0]) {
  const observer = new SessionObserver();
  const lines: string[] = [];
  const watched = watch({ observer, logger: (line) => void lines.push(line), ...options });
  const models = await watched.branch.act(requests, { verbose: true });
  const { messages, log } = watched.branch;
  const said = JSON.stringify([watched.entries(), messages.messages, log, observer.stored, watched.hooks, watched.diagnostics, lines]);
  return { said, models, watched };
}

describe("fields that a tool withholds", () => {
  const forms: [string, Parameters<Branch["act"]>[0]][] = [
    ["an object", ask("login", { user: "a", password: secret })],
    ["JSON text", ask("login", JSON.stringify({ user: "a", password: secret }))],
    ["a request message", createActionRequest({ function: "login", arguments: { user: "a", password: secret } })],
    ["text that is not JSON", ask("login", `{"password": "${secret}"`)],
    ["a batch", [ask("login", { password: secret }), ask("login", { password: secret })]],
  ];
  test.each(forms)("%s: are in nothing that is stored, logged, shown or sent", async (_, requests) => {
    const { said } = await everythingSaid({ tools: [login] }, requests);
    expect(said).toContain("<redacted>");
    expect(said).not.toContain(secret);
  });

  test("reach policies and the tool, and the caller gets the tool's own value", async () => {
    const seen: unknown[] = [];
    const policy = (call: { readonly arguments: { readonly password?: Json | undefined } }) => seen.push(call.arguments.password) > 0;
    const { models } = await everythingSaid({ tools: [login], policy }, ask("login", { password: secret }));
    expect(seen).toEqual([secret]);
    expect(first(models).output).toEqual({ password: secret, token: secret });
  });

  test.each<[string, BranchOptions]>([
    ["denied", { policy: () => false }],
    ["escalated", { policy: () => ({ kind: "escalate", reason: "ask" }) }],
  ])("of a call that is %s, too", async (kind, options) => {
    const { said, models } = await everythingSaid({ tools: [login], ...options }, ask("login", { password: secret }));
    expect(first(models).outcome.kind).toBe(kind);
    expect(said).not.toContain(secret);
  });

  test.each<[string, unknown]>([
    ["a list", [{ token: secret }]],
    ["a text", JSON.stringify({ token: secret })],
  ])("of an output that is %s, it is withheld whole", async (_, output) => {
    const { said } = await everythingSaid({ tools: [{ ...login, run: () => output }] }, ask("login"));
    expect(said).toContain("<redacted>");
    expect(said).not.toContain(secret);
  });

  test("of arguments in JSON text within JSON text, they are withheld whole", async () => {
    const twice = JSON.stringify(JSON.stringify({ password: secret }));
    const { said } = await everythingSaid({ tools: [login] }, ask("login", twice));
    expect(said).not.toContain(secret);
  });

  test("are not in the text of a declared failure", async () => {
    const failing = { ...login, isFailure: () => true };
    const { said, models } = await everythingSaid({ tools: [failing] }, ask("login", { password: secret }));
    expect(first(models).outcome).toMatchObject({ kind: "failed", error: { code: "declared_failure" } });
    expect(said).toContain("declared_failure");
    expect(said).not.toContain(secret);
  });

  test("without a secret in it, a call is stored as it is", async () => {
    const { watched } = await everythingSaid({ tools: [login] }, ask("login", { user: "a" }));
    expect(watched.entries()[0]?.body).toMatchObject({ arguments: { user: "a" }, isRedacted: false });
  });

  test("keep a call from being run again from its record", async () => {
    const journal = memoryJournal();
    const runs: unknown[] = [];
    const run = (input: unknown) => {
      runs.push(input);
      return never();
    };
    const hanging = { ...login, effect: "idempotent" as const, run };
    void new Branch({ id: "b", journal, tools: [hanging] }).act(ask("login", { password: secret }));
    await vi.waitFor(() => expect(runs).toHaveLength(1));
    const [recovered] = await recover(journal, { tools: [hanging], rerun: true });
    expect(recovered?.outcome.kind).toBe("ambiguous");
    expect(runs).toHaveLength(1);
  });
});

describe("of a message that the host adds, the fields that its tool names", () => {
  const request = createActionRequest({ id: "r", function: "login", arguments: { password: secret } });
  const arrange = () => {
    const runs: unknown[] = [];
    const watched = watch({ tools: [{ ...login, run: (input: unknown) => void runs.push(input) }] });
    const said = () => JSON.stringify([watched.entries(), watched.branch.messages.messages, watched.branch.log, watched.hooks]);
    return { ...watched, runs, said };
  };

  test("are not stored; acted on by whoever has it whole, it runs whole, and added again it is the same", async () => {
    const { branch, runs, said } = arrange();
    await branch.add(request);
    await branch.add(request);
    expect(end(first(await branch.act(request)))).toEqual(["succeeded", "yes", null]);
    expect(runs).toEqual([{ password: secret }]);
    expect(said()).not.toContain(secret);
    expect(branch.messages.messages).toHaveLength(2);
  });

  test("are missing where history alone has it: then nothing runs", async () => {
    const { branch, runs } = arrange();
    await branch.add(request);
    const open = branch.messages.openRequests;
    expect(end(first(await branch.act(open)))).toEqual(["rejected", "no", "invalid_arguments"]);
    expect(runs).toEqual([]);
  });

  test("are not those of another request under its id: what was added counts", async () => {
    const { branch, runs } = arrange();
    await branch.add(request);
    const other = createActionRequest({ id: "r", function: "login", arguments: { password: secret, user: "mallory" } });
    expect(end(first(await branch.act(other)))).toEqual(["rejected", "no", "invalid_arguments"]);
    expect(runs).toEqual([]);
  });

  test("are not stored of its response", async () => {
    const { branch, said } = arrange();
    await branch.add(request);
    await branch.add(createActionResponse({ request, output: { token: secret } }));
    expect(said()).not.toContain(secret);
    expect(branch.messages.openRequests).toEqual([]);
  });
});

describe("of a message that the host adds, what the host's own redactor rewrites", () => {
  const redact = (value: Json) => ({ ...(value as object), password: "***" });
  const request = createActionRequest({ id: "r", function: "t", arguments: { password: secret } });

  test("is not run from history, here or after a restart; whoever has it whole runs it", async () => {
    const runs: unknown[] = [];
    const tools = [tool("t", (input) => void runs.push(input))];
    const { branch, journal } = watch({ tools, redact });
    await branch.add(request);
    const again = await Branch.open({ id: branch.id, journal, tools, redact });
    for (const one of [branch, again]) {
      const [preview] = await one.decide(one.messages.openRequests);
      expect(preview?.outcome).toMatchObject({ kind: "rejected", error: { code: "invalid_arguments" } });
    }
    expect(end(first(await again.act(request)))).toEqual(["succeeded", "yes", null]);
    expect(runs).toEqual([{ password: secret }]);
    expect(JSON.stringify(journal.read(branch.id).entries)).not.toContain(secret);
  });

  test("never sees what is no message", async () => {
    const seen: unknown[] = [];
    const redact = (value: Json) => {
      seen.push(value);
      return value;
    };
    const { branch } = watch({ redact });
    for (const junk of [null, {}, { id: "x", kind: "action_request" }, { id: "x", kind: "action_request", content: {} }]) {
      expect(await rejection(branch.add(junk as never))).toMatchObject({ name: "MessageError" });
    }
    expect(seen).toEqual([]);
  });
});

describe("the branch's own redactor", () => {
  const redact = (value: Json) => JSON.parse(JSON.stringify(value).replaceAll(secret, "***")) as Json;

  test("rewrites what any tool is asked and answers", async () => {
    const { said } = await everythingSaid({ tools: [tool("t", (input) => input)], redact }, ask("t", { deep: [secret] }));
    expect(said).toContain("***");
    expect(said).not.toContain(secret);
  });

  test("knows what it looks at", async () => {
    const about: unknown[] = [];
    const noting = (value: Json, what: object) => {
      about.push(what);
      return value;
    };
    await everythingSaid({ tools: [tool("t", () => 1)], redact: noting }, ask("t"));
    expect(about).toContainEqual({ function: "t", part: "input" });
    expect(about).toContainEqual({ function: "t", part: "output" });
  });

  test.each<[string, () => unknown]>([
    [
      "throws",
      () => {
        throw new Error("out of ink");
      },
    ],
    ["answers what is no JSON", () => new Date()],
  ])("that %s withholds all of it", async (_, broken) => {
    const { said, models } = await everythingSaid({ tools: [tool("t", () => secret)], redact: broken as never }, ask("t", { a: secret }));
    expect(first(models)).toMatchObject({ success: true, output: secret });
    expect(said).not.toContain(secret);
  });
});

describe("a result that is too long", () => {
  const long = "x".repeat(5_000);

  test("is stored as its length, digest and start, and the record says so", async () => {
    const watched = watch({ tools: [tool("t", () => long)], maxResultLength: 4_000 });
    const model = first(await watched.branch.act(ask("t")));
    expect(model.output).toBe(long);
    const settled = watched.entries().at(-1)?.body as SettledBody;
    const { response } = (settled.event as { readonly execution: { readonly response: Json } }).execution;
    expect(response).toEqual({
      truncated: true,
      length: 5_002,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      start: `"${"x".repeat(999)}`,
    });
    expect(model.response?.content.output).toEqual(response);
  });

  test("is measured in all its parts", async () => {
    const list = Array.from({ length: 1_000 }, (_, index) => ({ index }));
    const watched = watch({ tools: [tool("t", () => list)], maxResultLength: 4_000 });
    expect(first(await watched.branch.act(ask("t"))).response?.content.output).toMatchObject({ truncated: true });
  });

  test("is measured as the text that it has, not as one that it could have", async () => {
    const list = Array.from({ length: 50 }, () => 1);
    const text = JSON.stringify(list);
    const stored = async (maxResultLength: number) =>
      first(await watch({ tools: [tool("t", () => list)], maxResultLength }).branch.act(ask("t"))).response?.content.output;
    expect(await stored(text.length)).toEqual(list);
    expect(await stored(text.length - 1)).toMatchObject({ truncated: true, length: text.length });
  });

  test("is measured with its escapes", async () => {
    const quotes = '"'.repeat(50);
    const watched = watch({ tools: [tool("t", () => quotes)], maxResultLength: 101 });
    expect(first(await watched.branch.act(ask("t"))).response?.content.output).toMatchObject({ truncated: true, length: 102 });
  });

  test("one that is not is stored whole", async () => {
    const watched = watch({ tools: [tool("t", () => long)], maxResultLength: 6_000 });
    expect(first(await watched.branch.act(ask("t"))).response?.content.output).toBe(long);
  });
});
