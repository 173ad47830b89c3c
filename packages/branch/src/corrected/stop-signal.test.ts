import { expect, test } from "vitest";
import { StopSignal } from "./stop-signal.js";

test("tells each listener once; the first reason stays", () => {
  const signal = new StopSignal();
  const told: unknown[] = [];
  const listener = () => void told.push(signal.reason);
  signal.addEventListener("abort", listener);
  signal.addEventListener("abort", listener);
  expect([signal.aborted, signal.reason]).toEqual([false, undefined]);
  signal.abort("first");
  signal.abort("second");
  expect([signal.aborted, signal.reason, told]).toEqual([true, "first", ["first"]]);
});

test("one that left is not told; an undefined reason is a reason", () => {
  const signal = new StopSignal();
  let calls = 0;
  const listener = () => void calls++;
  signal.addEventListener("abort", listener);
  signal.removeEventListener("abort", listener);
  signal.abort(undefined);
  expect([signal.aborted, calls]).toEqual([true, 0]);
});
