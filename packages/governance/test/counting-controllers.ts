import { onTestFinished, vi } from "vitest";

/** A spy that is called for each AbortController that the rest of the test makes. */
export function countingControllers() {
  const made = vi.fn<() => void>();
  class Counted extends AbortController {
    constructor() {
      super();
      made();
    }
  }
  vi.stubGlobal("AbortController", Counted);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return made;
}
