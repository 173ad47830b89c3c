import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { printedBy } from "../../../test/examples/blocks.js";
import { describeWithRedis, serverUrl } from "./server.js";

describeWithRedis("the example of the README", () => {
  test("prints what it says", async () => {
    const expected = printedBy(readFileSync(new URL("./readme-example.ts", import.meta.url), "utf8"));
    expect(expected).toHaveLength(1);
    const printed: string[] = [];
    const log = vi.spyOn(console, "log").mockImplementation((...values: unknown[]) => void printed.push(values.join(" ")));
    vi.stubEnv("REDIS_URL", serverUrl);
    try {
      await import("./readme-example.js");
    } finally {
      log.mockRestore();
      vi.unstubAllEnvs();
    }
    expect(printed).toEqual(expected);
  });
});
