import { afterEach, beforeEach, expect, vi } from "vitest";
import { flush } from "./flush.js";

/** Fails every test of the file that leaves a rejection unhandled. */
export function noUnhandledRejections(): void {
  const unhandled = vi.fn();
  beforeEach(() => {
    process.on("unhandledRejection", unhandled);
  });
  afterEach(async () => {
    await flush();
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });
}
