import { getEventListeners } from "node:events";
import { expect, test, vi } from "vitest";
import { AbortScope } from "./abort-scope.js";

test("the first reason reaches every listener once", () => {
  const controller = new AbortController();
  const scope = new AbortScope(controller.signal);
  const listener = vi.fn();
  const removed = vi.fn();
  scope.add(listener);
  scope.add(removed);
  scope.delete(removed);
  scope.abort("first");
  scope.abort("second");
  controller.abort("third");
  expect(listener.mock.calls).toEqual([["first"]]);
  expect(removed).not.toHaveBeenCalled();
  expect([scope.aborted, scope.reason]).toEqual([true, "first"]);
});

test("a listener added after the abort is called at once", () => {
  const scope = new AbortScope(AbortSignal.abort("before"));
  const listener = vi.fn();
  scope.add(listener);
  expect(listener.mock.calls).toEqual([["before"]]);
});

test("closed, it has left the caller's signal and hears no more of it", () => {
  const controller = new AbortController();
  const scope = new AbortScope(controller.signal);
  expect(getEventListeners(controller.signal, "abort")).toHaveLength(1);
  scope.close();
  controller.abort();
  expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  expect(scope.aborted).toBe(false);
});
