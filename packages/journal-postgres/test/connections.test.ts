import { randomUUID } from "node:crypto";
import { type Journal, JournalError, type NewEntry } from "@acta/journal";
import { escapeIdentifier } from "pg";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { postgresJournal } from "../src/postgres-journal.js";
import { CuttableProxy } from "./cuttable-proxy.js";
import { describeWithServer, poolOf, serverUrl, urlWith, withClient } from "./server.js";
import { until } from "./until.js";

const entry = (id: string, more: Partial<NewEntry> = {}): NewEntry => ({ id, kind: "note", at: 1, body: id, ...more });
const numbers = async (journal: Journal, branchId: string) =>
  (await journal.read(branchId)).entries.map(({ id, sequence }) => `${sequence} ${id}`);
const failure = (append: PromiseLike<unknown>) =>
  append.then(
    (value) => value,
    (error: unknown) => (JournalError.isInstance(error) ? error.code : "unknown whether stored"),
  );

describeWithServer("a connection that breaks", (schema) => {
  function open(connectionString = serverUrl): Journal {
    const journal = postgresJournal({ connectionString, schema });
    onTestFinished(() => journal.close());
    return journal;
  }

  async function throughProxy(): Promise<{ proxy: CuttableProxy; journal: Journal }> {
    const proxy = await CuttableProxy.to(serverUrl);
    onTestFinished(() => proxy.close());
    return { proxy, journal: open(proxy.urlFor(serverUrl)) };
  }

  /** Holds the lock of a branch while `work` runs. */
  async function whileLocked<Result>(branchId: string, work: () => Promise<Result>): Promise<Result> {
    return withClient(async (client) => {
      await client.query("begin");
      await client.query(`select from ${escapeIdentifier(schema)}.branch where id = $1 for update`, [branchId]);
      return work();
    });
  }

  const observer = poolOf();
  afterAll(() => observer.end());

  /** The backends of a program that wait for a lock. */
  async function blocked(application: string): Promise<readonly number[]> {
    const text = "select pid from pg_stat_activity where application_name = $1 and wait_event_type = 'Lock'";
    const { rows } = await observer.query<{ pid: number }>(text, [application]);
    return rows.map(({ pid }) => pid);
  }
  const terminate = (pids: readonly number[]) =>
    observer.query("select pg_terminate_backend(pid) from unnest($1::integer[]) as pid", [pids]);

  test("while idle: the next append takes a new one", async () => {
    const pool = poolOf();
    onTestFinished(() => pool.end());
    const journal = postgresJournal({ pool, schema });
    await journal.append("idle", [entry("a")]);
    const { rows } = await pool.query<{ pid: number }>("select pg_backend_pid() as pid");
    await terminate(rows.map(({ pid }) => pid));
    await until(() => pool.totalCount === 0);
    await journal.append("idle", [entry("b")]);
    expect(await numbers(journal, "idle")).toEqual(["1 a", "2 b"]);
  });

  test("while idle, in a pool of the journal's own: the program lives on", async () => {
    const { proxy, journal } = await throughProxy();
    await journal.append("own", [entry("a")]);
    proxy.breakAll();
    await until(async () => (await failure(Promise.resolve(journal.append("own", [entry("b")])))) !== "unknown whether stored");
    expect(await numbers(journal, "own")).toEqual(["1 a", "2 b"]);
  });

  test("before the server has the append: it rejects, nothing is stored, and the same append works next", async () => {
    const { proxy, journal } = await throughProxy();
    await journal.append("before", [entry("a")]);
    proxy.cut = "request";
    expect(await failure(Promise.resolve(journal.append("before", [entry("b")])))).toBe("unknown whether stored");
    expect(await numbers(journal, "before")).toEqual(["1 a"]);
    proxy.cut = "none";
    expect(await journal.append("before", [entry("b")])).toMatchObject({ kind: "appended", entries: [{ sequence: 2 }] });
  });

  test("after the server stored the append: it rejects, and the same append finds what is stored", async () => {
    const { proxy, journal } = await throughProxy();
    await journal.append("after", [entry("a", { opens: "m" })]);
    const settlement = [entry("b", { settles: "m" }), entry("c")];
    proxy.cut = "answer";
    expect(await failure(Promise.resolve(journal.append("after", settlement)))).toBe("unknown whether stored");
    proxy.cut = "none";
    expect(await journal.append("after", settlement)).toMatchObject({ kind: "appended", entries: [{ sequence: 2 }, { sequence: 3 }] });
    expect(await numbers(journal, "after")).toEqual(["1 a", "2 b", "3 c"]);
  });

  test("terminated within an append: it and what waits behind it reject, and are stored once when repeated", async () => {
    const application = `acta ${randomUUID()}`;
    const journal = open(urlWith("application_name", application));
    await journal.append("within", [entry("a")]);
    const appends = await whileLocked("within", async () => {
      const first = failure(Promise.resolve(journal.append("within", [entry("b")])));
      const pids = await until(async () => {
        const found = await blocked(application);
        return found.length > 0 && found;
      });
      const second = failure(Promise.resolve(journal.append("within", [entry("c")])));
      await terminate(pids);
      return Promise.all([first, second]);
    });
    expect(appends).toEqual(["unknown whether stored", "unknown whether stored"]);
    await journal.append("within", [entry("b")]);
    await journal.append("within", [entry("c")]);
    expect(await numbers(journal, "within")).toEqual(["1 a", "2 b", "3 c"]);
  });

  test("the server goes on with an append that the client gave up: repeated meanwhile, it is stored once", async () => {
    const { proxy, journal } = await throughProxy();
    await journal.append("twice", [entry("a", { opens: "m" })]);
    const settlement = [entry("b", { settles: "m" })];
    const application = `acta ${randomUUID()}`;
    const zombie = open(proxy.urlFor(urlWith("application_name", application)));
    const waitFor = (count: number) => until(async () => (await blocked(application)).length === count);
    const other = open(urlWith("application_name", application));
    const repeated = await whileLocked("twice", async () => {
      const lost = failure(Promise.resolve(zombie.append("twice", settlement)));
      await waitFor(1);
      proxy.breakAll();
      expect(await lost).toBe("unknown whether stored");
      const repeat = other.append("twice", settlement);
      await waitFor(2);
      return [repeat];
    });
    expect(await repeated[0]).toMatchObject({ kind: "appended", entries: [{ id: "b", sequence: 2 }] });
    await until(async () => (await blocked(application)).length === 0);
    expect(await numbers(journal, "twice")).toEqual(["1 a", "2 b"]);
    expect(await journal.append("twice", [entry("c")])).toMatchObject({ entries: [{ sequence: 3 }] });
  });

  test("a lock that somebody keeps is not waited for without end", async () => {
    const journal = open(urlWith("lock_timeout", "20"));
    await journal.append("locked", [entry("a")]);
    await whileLocked("locked", () => expect(journal.append("locked", [entry("b")])).rejects.toMatchObject({ code: "55P03" }));
    await journal.append("locked", [entry("b")]);
    expect(await numbers(journal, "locked")).toEqual(["1 a", "2 b"]);
  });

  test("a server that is not there rejects, and the journal still closes", async () => {
    const journal = open("postgres://nobody@127.0.0.1:1/none");
    await expect(journal.append("b", [entry("a")])).rejects.toMatchObject({ code: "ECONNREFUSED" });
    await expect(journal.unsettled()).rejects.toMatchObject({ code: "ECONNREFUSED" });
    await journal.close();
  });
});
