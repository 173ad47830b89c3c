/** Collects what is stored within one turn of the event loop, and commits it together. */
export function groupCommit(commit) {
  let waiting = [];
  const flush = () => {
    const group = waiting;
    waiting = [];
    commit(group.map(({ records }) => records));
    for (const { resolve } of group) resolve();
  };
  return (...records) =>
    new Promise((resolve) => {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ records, resolve });
    });
}
