const immediate = setImmediate;

/** Resolves after everything that is ready to run has run, unhandled rejections reported; whatever the timers are. */
export function flush(): Promise<void> {
  return new Promise((resolve) => {
    immediate(resolve);
  });
}
