import { expect, test } from "vitest";
import { systemRuntime } from "./system-runtime.js";

test("ids are UUIDs of version 7, all of them different, and sorted by their millisecond", () => {
  const before = Date.now();
  const ids = Array.from({ length: 10_000 }, () => systemRuntime.id());
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
  const times = ids.map((id) => Number.parseInt(id.slice(0, 13).replace("-", ""), 16));
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(times[0]).toBeGreaterThanOrEqual(before);
  expect(times.at(-1)).toBeLessThanOrEqual(Date.now());
});
