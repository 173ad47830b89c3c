import { expect, test, vi } from "vitest";
import { countingSignal } from "../test/support.js";
import { listen } from "./shared-listener.js";

test("however many listen, the signal has one listener, and none when all have let go", () => {
  const { controller, listeners } = countingSignal();
  const letGo = Array.from({ length: 50 }, () => listen(controller.signal, () => {}));
  expect(listeners()).toBe(1);
  for (const stop of letGo.slice(1)) stop();
  expect(listeners()).toBe(1);
  letGo[0]?.();
  letGo[0]?.();
  expect(listeners()).toBe(0);
});

test("all are called, once, in order; those that let go are not", () => {
  const controller = new AbortController();
  const called: number[] = [];
  const [, second] = [1, 2, 3].map((place) => listen(controller.signal, () => called.push(place)));
  second?.();
  controller.abort();
  controller.signal.dispatchEvent(new Event("abort"));
  expect(called).toEqual([1, 3]);
});

test("one function that listens twice is called twice, and may let go of each", () => {
  const controller = new AbortController();
  const callback = vi.fn();
  listen(controller.signal, callback);
  listen(controller.signal, callback)();
  listen(controller.signal, callback);
  controller.abort();
  expect(callback).toHaveBeenCalledTimes(2);
});

test("after all have let go, the signal can be listened to again", () => {
  const { controller, listeners } = countingSignal();
  listen(controller.signal, () => {})();
  const callback = vi.fn();
  listen(controller.signal, callback);
  expect(listeners()).toBe(1);
  controller.abort();
  expect(callback).toHaveBeenCalledOnce();
});

test("a signal that is aborted calls at once, and keeps nothing", () => {
  const { controller, listeners } = countingSignal();
  controller.abort();
  const callback = vi.fn();
  listen(controller.signal, callback)();
  expect([callback.mock.calls.length, listeners()]).toEqual([1, 0]);
});

test("signals are told apart", () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const callback = vi.fn();
  listen(one.signal, callback);
  listen(other.signal, () => {});
  other.abort();
  expect(callback).not.toHaveBeenCalled();
});

test("one that lets go of another meanwhile keeps it from being called", () => {
  const controller = new AbortController();
  const callback = vi.fn();
  listen(controller.signal, () => stop());
  const stop = listen(controller.signal, callback);
  controller.abort();
  expect(callback).not.toHaveBeenCalled();
});

test("one that throws keeps nobody from being called; the signal gets its error", () => {
  const errors: unknown[] = [];
  const listeners: (() => void)[] = [];
  const signal = {
    aborted: false,
    addEventListener: (_: string, listener: () => void) => void listeners.push(listener),
    removeEventListener: () => {},
  } as unknown as AbortSignal;
  const callback = vi.fn();
  listen(signal, () => {
    throw new Error("first");
  });
  listen(signal, () => {
    throw new Error("second");
  });
  listen(signal, callback);
  for (const listener of listeners) {
    try {
      listener();
    } catch (error) {
      errors.push(error);
    }
  }
  expect(callback).toHaveBeenCalledOnce();
  expect(errors).toEqual([new Error("first")]);
});
