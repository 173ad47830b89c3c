/**
 * One thing that is measured.
 *
 * `open()` makes its subject once; `subject.fresh()` gives a function for one block of measurements, with a history of its own, and each
 * run of that function makes `calls` calls and answers with what `expect` accepts. `warmCalls` bounds the calls before it is measured.
 */
export function defineCase({ id, group, calls = 1, open, expect, warmCalls = Number.POSITIVE_INFINITY }) {
  if (typeof expect !== "function") throw new Error(`the case ${id} checks nothing`);
  return { id, group, calls, open, expect, warmCalls };
}

/** A subject without anything to close, from a function that makes one for each block. */
export const stateless = (fresh) => () => ({ fresh });

/** Runs a case once and refuses to time it where it did not do its work. */
export async function prove({ id, expect }, subject) {
  const value = await (await subject.fresh())(0);
  if (!expect(value)) throw new Error(`the case ${id} did not do its work: ${inspect(value)}`);
}

/** Throws where a case that does nothing would be timed. */
export async function proveControl() {
  const idle = defineCase({ id: "control/idle", group: "control", open: stateless(() => () => {}), expect: (value) => value === 3 });
  const wasRefused = await prove(idle, idle.open()).then(
    () => false,
    () => true,
  );
  if (!wasRefused) throw new Error("a case that does nothing passes for one that does its work");
}

function inspect(value) {
  try {
    return JSON.stringify(value)?.slice(0, 300) ?? String(value);
  } catch {
    return String(value);
  }
}
