/** What callers and workers must agree on, and do where nothing is said. */
export const defaults = {
  queue: "acta",
  prefix: "bull",
  maxBytes: 1024 * 1024,
} as const;
