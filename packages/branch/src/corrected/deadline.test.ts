import { expect, test } from "vitest";
import { Deadline } from "./deadline.js";

function arrange(limitMs: number) {
  const clock = { ms: 100 };
  return { clock, deadline: new Deadline({ now: () => 0, monotonic: () => clock.ms, id: () => "" }, limitMs) };
}

test("runs only between start and pause", () => {
  const { clock, deadline } = arrange(50);
  clock.ms += 10;
  expect(deadline.remainingMs).toBe(50);
  deadline.start();
  clock.ms += 20;
  deadline.start();
  deadline.pause();
  clock.ms += 1_000;
  expect(deadline.remainingMs).toBe(30);
  deadline.start();
  clock.ms += 5;
  expect(deadline.remainingMs).toBe(25);
});

test("is never less than nothing, and a new attempt has all of it", () => {
  const { clock, deadline } = arrange(50);
  deadline.start();
  clock.ms += 80;
  deadline.pause();
  expect(deadline.remainingMs).toBe(0);
  deadline.restart();
  expect(deadline.remainingMs).toBe(50);
  clock.ms += 1;
  expect(deadline.remainingMs).toBe(49);
});

test("without a limit the clock is not even read", () => {
  const monotonic = () => {
    throw new Error("read");
  };
  const deadline = new Deadline({ now: () => 0, monotonic, id: () => "" }, Number.POSITIVE_INFINITY);
  deadline.start();
  deadline.pause();
  expect([deadline.isOver, deadline.remainingMs]).toEqual([false, Number.POSITIVE_INFINITY]);
});

test("of the whole act runs always, and is not given back", () => {
  const clock = { ms: 100 };
  const deadline = new Deadline({ now: () => 0, monotonic: () => clock.ms, id: () => "" }, 50, 130);
  expect([deadline.isOver, deadline.remainingMs]).toEqual([false, 30]);
  clock.ms += 30;
  deadline.restart();
  expect([deadline.isOver, deadline.remainingMs]).toEqual([true, 0]);
});
