import { afterEach, expect, test, vi } from "vitest";
import { systemRuntime } from "./system-runtime.js";

afterEach(() => vi.useRealTimers());

const timeOf = (id: string) => Number.parseInt(id.slice(0, 13).replace("-", ""), 16);

test("ids are UUIDs of version 7, all of them different, and each sorts after those before it", () => {
  const before = Date.now();
  const ids = Array.from({ length: 10_000 }, () => systemRuntime.id());
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual([...ids].sort());
  expect(timeOf(ids[0] as string)).toBeGreaterThanOrEqual(before);
  expect(timeOf(ids.at(-1) as string)).toBeLessThanOrEqual(Date.now());
});

test("they do where the clock stands still for longer than the counter lasts, and where it goes back", () => {
  const start = Date.now() + 1_000;
  vi.useFakeTimers({ now: start });
  const standing = Array.from({ length: 70_000 }, () => systemRuntime.id());
  vi.setSystemTime(start - 60_000);
  const ids = [...standing, systemRuntime.id()];
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual([...ids].sort());
  expect(ids.map(timeOf)).toEqual([...new Array(65_536).fill(start), ...new Array(ids.length - 65_536).fill(start + 1)]);
});
