import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import type { OwnPoolOptions } from "./options.js";
import { postgresJournal } from "./postgres-journal.js";

const tlsRequest = 80_877_103;

/** The number that follows the length in a connection's first message; the server then hangs up. */
async function firstRequest(optionsAt: (port: number) => OwnPoolOptions): Promise<number> {
  const server = createServer();
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const received = new Promise<number>((resolve) => {
    server.once("connection", (socket) => {
      socket.once("data", (data) => {
        resolve(data.readInt32BE(4));
        socket.end();
      });
    });
  });
  const journal = postgresJournal(optionsAt((server.address() as AddressInfo).port));
  await expect(journal.read("b")).rejects.toThrow();
  await journal.close();
  return received;
}

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each([
  ["the option", (port: number): OwnPoolOptions => ({ connectionString: `postgres://u@127.0.0.1:${port}/d`, ssl: true })],
  [
    "the connection string",
    (port: number): OwnPoolOptions => ({ connectionString: `postgres://u@127.0.0.1:${port}/d?sslmode=verify-full` }),
  ],
])("TLS is asked for by %s", async (_, options) => {
  expect(await firstRequest(options)).toBe(tlsRequest);
});

test("without either, a connection starts in the clear", async () => {
  expect(await firstRequest((port) => ({ connectionString: `postgres://u@127.0.0.1:${port}/d` }))).toBe(3 << 16);
});

test("without a connection string, the environment says where", async () => {
  const asked = await firstRequest((port) => {
    for (const [name, value] of Object.entries({ PGHOST: "127.0.0.1", PGPORT: `${port}`, PGUSER: "u", PGSSLMODE: "require" }))
      vi.stubEnv(name, value);
    return {};
  });
  expect(asked).toBe(tlsRequest);
});

test.each([[""], ["x".repeat(64)], ["é".repeat(32)], ["a\0b"]])("%j names no schema", (schema) => {
  expect(() => postgresJournal({ schema })).toThrow(TypeError);
});
