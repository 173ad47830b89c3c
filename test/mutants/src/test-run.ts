/** What a run of some test files came to. */
export interface TestRun {
  readonly tests: readonly TestResult[];
  /** What went wrong outside of tests: files that could not be loaded, rejections that nobody handled, a run without an end. */
  readonly problems: readonly string[];
}

export interface TestResult {
  readonly name: string;
  /** The rules that the test cites. */
  readonly cites: readonly string[];
  readonly state: "passed" | "failed" | "skipped" | "pending";
}
