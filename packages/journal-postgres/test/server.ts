import { randomUUID } from "node:crypto";
import { Client, escapeIdentifier, Pool } from "pg";
import { afterAll, describe } from "vitest";

export const serverUrl = process.env.ACTA_TEST_POSTGRES_URL ?? "";
const unavailable = "SKIPPED: set ACTA_TEST_POSTGRES_URL to the URL of a PostgreSQL that tests may write to";

/** Tests that need a server, with a schema of their own. Without a server they are skipped, and say how to run them. */
export function describeWithServer(title: string, tests: (schema: string) => void): void {
  if (serverUrl === "") {
    console.warn(`${title}: ${unavailable}`);
    describe.skip(`${title} (${unavailable})`, () => tests("unused"));
    return;
  }
  const schema = `acta_test_${randomUUID()}`;
  describe(title, { timeout: 60_000 }, () => {
    afterAll(() => withClient((client) => client.query(`drop schema if exists ${escapeIdentifier(schema)} cascade`)));
    tests(schema);
  });
}

export async function withClient<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: serverUrl, options: "-c client_min_messages=warning" });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A pool as a program passes one in. */
export function poolOf(settings: { readonly application_name?: string; readonly options?: string } = {}): Pool {
  const pool = new Pool({ connectionString: serverUrl, ...settings });
  pool.on("error", () => {});
  return pool;
}

/** The server's URL with one more parameter. */
export function urlWith(name: string, value: string): string {
  const url = new URL(serverUrl);
  url.searchParams.set(name, value);
  return url.href;
}
