import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { format } from "node:util";
import { expect, test, vi } from "vitest";
import { describeWithServer, serverUrl, withClient } from "./server.js";

describeWithServer("the example of the README", () => {
  test("prints what it says", async () => {
    const example = readFileSync(new URL("./readme-example.ts", import.meta.url), "utf8");
    const database = `acta_test_${randomUUID()}`;
    await withClient((client) => client.query(`create database "${database}"`));
    const url = new URL(serverUrl);
    url.pathname = `/${database}`;
    vi.stubEnv("DATABASE_URL", url.href);
    const log = vi.spyOn(console, "log").mockImplementation(() => {});
    try {
      await import("./readme-example.js");
      const printed = log.mock.calls.map((values) => format(...values));
      expect(printed).toEqual([...example.matchAll(/^\/\/ prints: (.*)$/gm)].map(([, line]) => line));
    } finally {
      vi.restoreAllMocks();
      vi.unstubAllEnvs();
      await withClient((client) => client.query(`drop database "${database}"`));
    }
  });
});
