import { execSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { appendFile } from "node:fs/promises";

/** @typedef {{ readonly file: string }} InFile */

const never = () => new Promise(() => {});

/** @param {unknown} input */
export const echo = (input) => input;

/** @param {{ readonly forMs: number }} input */
export function work({ forMs }) {
  const end = performance.now() + forMs;
  while (performance.now() < end);
  return "done";
}

export function endlessLoop() {
  for (;;);
}

export const catastrophicRegularExpression = () => /^(a+)+$/.test(`${"a".repeat(60)}!`);

export const atomicsWait = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);

export function endlessMicrotasks() {
  /** @type {() => Promise<unknown>} */
  const next = () => Promise.resolve().then(next);
  void next();
  return never();
}

export function memoryBomb() {
  const held = [];
  for (;;) held.push([{ some: "thing" }]);
}

/** More at once than the limit leaves: in a thread, this ends the whole process. */
export function largeMemoryBomb() {
  const held = [];
  for (;;) held.push(new Array(10_000_000).fill(1.5));
}

/** Comes back from the depth, and goes down again. */
export function deepRecursion() {
  try {
    deepRecursion();
  } catch {
    deepRecursion();
  }
}

/** @param {InFile} input */
export function writes({ file }) {
  for (;;) appendFileSync(file, "0123456789");
}

/** @param {InFile} input */
export async function writesLater({ file }) {
  for (;;) await Promise.all([appendFile(file, "0123456789"), appendFile(file, "9876543210")]);
}

/**
 * The system sleeps, in a process of its own; this one waits in native code.
 * @param {InFile} input
 */
export function sleeps({ file }) {
  execSync(`echo $$ > ${file}; exec sleep 30`);
}
