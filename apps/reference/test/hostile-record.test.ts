import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, test } from "vitest";
import { hello, json, shell } from "./journal-support.js";
import { app, temporaryFolder, writeLog, writePolicy } from "./support.js";

/** A journal with entries of every kind: a call that ran, one that somebody refused, and one that waits. */
async function everyKind() {
  const database = join(temporaryFolder(), "acta.db");
  const policy = writePolicy({ mode: "rules", allow: { Write: ["*"] }, escalate: { Bash: ["*"] } });
  await app(["run", writeLog([[hello, shell, shell]]), "--journal", database, "--policy", policy]);
  const [first] = json((await app(["approvals", "--journal", database, "--json"])).stdout);
  await app(["reject", String(first?.id), "--by", "mia", "--journal", database]);
  return { database, policy };
}

/** Changes all bodies of a kind, as somebody may who can write into the file. How many there were. */
function change(database: string, kind: string, body: string) {
  const connection = new DatabaseSync(database);
  const { changes } = connection.prepare(`UPDATE acta_entry SET body = ${body} WHERE kind = ?`).run(kind);
  connection.close();
  return changes;
}

const set = (path: string, value: string) => `json_set(body, '$.${path}', json('${value}'))`;

describe("a record that somebody else wrote: 2, a sentence, and a code", () => {
  test.each([
    ["call.proposed", "'null'"],
    ["call.proposed", "'[]'"],
    ["call.proposed", set("function", "{}")],
    ["call.intended", "'1'"],
    ["call.intended", set("decision", '"allow"')],
    ["call.settled", "'null'"],
    ["call.settled", set("event", "null")],
    ["call.settled", set("event.execution", "[]")],
    ["call.settled", set("outcome", "null")],
    ["call.settled", set("outcome.kind", '"__proto__"')],
    ["call.settled", set("outcome", '{"kind":"failed"}')],
    ["approval.decided", "'null'"],
    ["approval.decided", set("by", "null")],
  ])("of %s: %s", async (kind, body) => {
    const { database, policy } = await everyKind();
    const commands = [["log"], ["policy", "simulate", "--policy", policy]];
    const statuses = async () => {
      const runs = [];
      for (const command of commands) runs.push(await app([...command, "--journal", database]));
      return runs.map(({ status, stderr }) => [status, stderr]);
    };
    // The control: as the app wrote it, each of them reads it.
    expect((await statuses()).map(([status]) => status)).toEqual([0, 0]);
    expect(change(database, kind, body)).toBeGreaterThan(0);
    const sentence = new RegExp(
      `^The record cannot be used: the body of entry \\d+ of the branch ".*" is not that of ${kind}\\. \\(invalid_entry\\)\n$`,
    );
    expect(await statuses()).toEqual(commands.map(() => [2, expect.stringMatching(sentence)]));
  });

  test.each([
    "'null'",
    set("function", "1"),
    set("arguments", "null"),
    set("reason", "{}"),
    set("approvers", '"mia"'),
    set("expiresAt", '"never"'),
  ])("of an approval that is waited for: %s", async (body) => {
    const { database } = await everyKind();
    expect((await app(["approvals", "--journal", database])).status).toBe(0);
    expect(change(database, "approval.requested", body)).toBe(2);
    const { status, stdout, stderr } = await app(["approvals", "--journal", database]);
    expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: "", stderr: expect.stringContaining(" (invalid_entry)\n") });
  });
});
