/** One obligation of a contract, as a program that any test runner can call. */
export interface Case<Subject> {
  /** Stable: skips and reports name it. */
  readonly id: string;
  /** The obligation, as a sentence. */
  readonly requirement: string;
  /** Capabilities without which the case does not apply. */
  readonly needs?: readonly string[] | undefined;
  /** Rejects, or lets `check` throw, when the subject breaks the obligation. Opens what it uses and disposes of it. */
  run(subject: Subject, check: Check): void | Promise<void>;
}

/** What a case asserts with. Two lines over any assertion library; `plainCheck` needs none. */
export interface Check {
  ok(value: unknown, message: string): asserts value;
  /** Structural; a property that is `undefined` counts as absent, the order of keys does not count. */
  equal(actual: unknown, expected: unknown, message: string): void;
}
