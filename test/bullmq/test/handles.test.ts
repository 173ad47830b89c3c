import { fork } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inPlace } from "../src/place.js";
import { isAvailable, unavailable } from "./available.js";
import { buildProgram } from "./build.js";

describe.skipIf(!isAvailable)(
  `a process that has closed executor and worker${isAvailable ? "" : ` (${unavailable})`}`,
  { timeout: 30_000 },
  () => {
    let leaver: Awaited<ReturnType<typeof buildProgram>>;
    beforeAll(async () => {
      leaver = await buildProgram("leaver");
    });
    afterAll(() => leaver.remove());

    test("ends by itself", async () => {
      await inPlace({ program: leaver.program, fsync: "forgets" }, async (place) => {
        const child = fork(leaver.program, [place.redis.url, place.queue, place.path("witness")], { stdio: "inherit" });
        const exit = once(child, "exit");
        expect((await once(child, "message"))[0]).toMatchObject({ kind: "returned" });
        child.send("go");
        expect(await exit).toEqual([0, null]);
      });
    });
  },
);
