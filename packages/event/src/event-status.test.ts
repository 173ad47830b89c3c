import { verifies } from "@acta/requirements";
import { flush } from "@acta/test-kit";
import { describe, expect, test } from "vitest";
import { DeafEvent } from "../test/deaf-event.js";
import { Event } from "./event.js";
import type { EventStatus } from "./event-status.js";

describe("a status set by hand", () => {
  test("must be one of the seven", verifies("D1.status-vocabulary"), () => {
    const event = Event.from(() => 1);
    for (const status of ["nope", 3, null, undefined, "Completed", "__proto__", {}]) {
      expect(() => {
        event.status = status as EventStatus;
      }).toThrow(expect.objectContaining({ code: "invalid_status" }));
    }
    expect(event.status).toBe("pending");
  });

  test("ends an invocation that runs, whose result is then late", async () => {
    const job = new DeafEvent();
    const invoked = job.invoke();
    job.status = "aborted";
    expect(await invoked).toMatchObject({ status: "aborted", response: null, duration: expect.any(Number) });
    job.work.resolve("late");
    await flush();
    expect(job.lateResults).toEqual([{ kind: "returned", value: "late" }]);
    expect(job.execution).toMatchObject({ status: "aborted", response: null });
  });
});

describe("completion", () => {
  test.each<EventStatus>(["completed", "failed", "skipped", "cancelled", "aborted"])(
    "is signalled by %s, whoever sets it",
    verifies("D1.completion"),
    async (status) => {
      const event = Event.from(() => 1);
      const { completion } = event;
      event.execution.status = status;
      expect(await completion).toBe(event.execution);
    },
  );

  test("is not signalled by processing", verifies("D1.completion"), async () => {
    const event = Event.from(() => 1);
    let signalled = false;
    const noticed = event.completion.then(() => {
      signalled = true;
    });
    event.status = "processing";
    await Promise.resolve();
    expect(signalled).toBe(false);
    event.status = "skipped";
    await noticed;
    expect(signalled).toBe(true);
  });

  test("is there when it is read after the end, and stays when the event is put back to pending", verifies("D1.completion"), async () => {
    const event = Event.from(() => 1);
    await event.invoke();
    event.status = "pending";
    expect(await event.completion).toBe(event.execution);
    expect(event.completion).toBe(event.completion);
  });

  test("never rejects, not even for a cancelled event", verifies("D1.completion"), async () => {
    const event = Event.from(() => 1);
    const { completion } = event;
    await expect(event.invoke({ signal: AbortSignal.abort("stop") })).rejects.toBe("stop");
    expect((await completion).status).toBe("cancelled");
  });
});
