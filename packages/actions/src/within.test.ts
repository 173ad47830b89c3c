import { getEventListeners } from "node:events";
import { deferred, noUnhandledRejections, promiseWith } from "@acta/test-kit";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { within } from "./within.js";

noUnhandledRejections();
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("within", () => {
  const problem = new Error("no");
  const hanging = new Promise<never>(() => {});
  const live = () => new AbortController().signal;

  test("gives what the answer gives, and leaves nothing behind", async () => {
    const signal = live();
    expect(await within(5, Promise.resolve(1), signal)).toBe(1);
    await expect(within(5, Promise.reject(problem), signal)).rejects.toBe(problem);
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("gives up after its time", async () => {
    const signal = live();
    const caught = expect(within(5, hanging, signal)).rejects.toMatchObject({ code: "not_admitted", cause: { code: "processor_timeout" } });
    await vi.advanceTimersByTimeAsync(5);
    await caught;
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test.each([Infinity, 2 ** 31, 2 ** 40])("%d ms are more than a timer takes, and do not pass at once", async (milliseconds) => {
    const { promise, resolve } = deferred<number>();
    const answer = within(milliseconds, promise, live());
    await vi.advanceTimersByTimeAsync(60_000);
    resolve(1);
    expect(await answer).toBe(1);
  });

  test("ends with the call, meanwhile or before", async () => {
    const controller = new AbortController();
    const answer = within(5, hanging, controller.signal);
    controller.abort(problem);
    await expect(answer).rejects.toBe(problem);
    await expect(within(5, hanging, controller.signal)).rejects.toBe(problem);
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  test("an answer that throws when it is read rejects", async () => {
    const thrower = () => {
      throw problem;
    };
    const answer = promiseWith("then", { get: thrower });
    await expect(within(5, answer, live())).rejects.toBe(problem);
    expect(vi.getTimerCount()).toBe(0);
  });
});
