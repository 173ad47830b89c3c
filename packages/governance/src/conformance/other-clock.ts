const aboutElevenYearsMs = 350_000_000_000;

/** Runs something while the clock of the realm is years ahead. */
export async function underOtherClock<T>(run: () => Promise<T>): Promise<T> {
  const Real = globalThis.Date;
  class Ahead extends Real {
    constructor(...values: [] | [number | string | Date]) {
      super(values.length === 0 ? Ahead.now() : values[0]);
    }

    static override now(): number {
      return Real.now() + aboutElevenYearsMs;
    }
  }
  globalThis.Date = Ahead as unknown as DateConstructor;
  try {
    return await run();
  } finally {
    globalThis.Date = Real;
  }
}
