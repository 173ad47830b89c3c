import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AbortScope } from "./abort-scope.js";
import { pause } from "./timer.js";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test.each<[string, (scope: AbortScope) => unknown, Promise<unknown> | undefined]>([
  ["the time has passed", () => vi.advanceTimersByTimeAsync(100), undefined],
  ["the scope is aborted", (scope) => scope.abort("stop"), undefined],
  ["something else came first", () => {}, Promise.resolve()],
])("ends when %s, and leaves no listener", async (_when, happen, early) => {
  const scope = new AbortScope(undefined);
  const added = vi.spyOn(scope, "add");
  const deleted = vi.spyOn(scope, "delete");
  const paused = pause(100, scope, early);
  await happen(scope);
  await paused;
  expect(added).toHaveBeenCalledOnce();
  expect(deleted.mock.calls).toEqual(added.mock.calls);
});

test("lasts until then", async () => {
  const ended = vi.fn();
  void pause(100, new AbortScope(undefined)).then(ended);
  await vi.advanceTimersByTimeAsync(99);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledOnce();
});
