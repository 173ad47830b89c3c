import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Runtime } from "./scope.js";

let runtime: Runtime;

// Its ids never go back, so that those of a clock that ran ahead elsewhere would be seen here.
beforeEach(async () => {
  vi.resetModules();
  runtime = (await import("./system-runtime.js")).systemRuntime;
});
afterEach(() => vi.useRealTimers());

const timeOf = (id: string) => Number.parseInt(id.slice(0, 13).replace("-", ""), 16);
const isSorted = (ids: readonly string[]) => ids.every((id, index) => index === 0 || (ids[index - 1] as string) < id);

test("ids are UUIDs of version 7, and each sorts after those before it", () => {
  const before = Date.now();
  const ids = Array.from({ length: 10_000 }, () => runtime.id());
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(isSorted(ids)).toBe(true);
  expect(timeOf(ids[0] as string)).toBeGreaterThanOrEqual(before);
  expect(timeOf(ids.at(-1) as string)).toBeLessThanOrEqual(Date.now());
});

test("they do where the clock stands still for longer than the counter lasts, and where it goes back", () => {
  const start = Date.now() + 1_000;
  vi.useFakeTimers({ now: start });
  const standing = Array.from({ length: 70_000 }, () => runtime.id());
  vi.setSystemTime(start - 60_000);
  const ids = [...standing, runtime.id()];
  expect(isSorted(ids)).toBe(true);
  expect([timeOf(ids[65_535] as string), timeOf(ids[65_536] as string), timeOf(ids.at(-1) as string)]).toEqual([
    start,
    start + 1,
    start + 1,
  ]);
});

test("the control: the same id twice is not sorted", () => {
  expect(isSorted(["a", "a"])).toBe(false);
});
