/** One assertion. It passes when `actual` answers with `expected`. */
export interface ScenarioCase {
  readonly name: string;
  readonly expected: unknown;
  actual(): unknown;
}

export interface ScenarioReport {
  readonly passed: number;
  /** A sentence for each case that failed. */
  readonly failures: readonly string[];
}

/** Runs the cases one after another. Values are compared by their JSON text. */
export async function runScenario(cases: readonly ScenarioCase[]): Promise<ScenarioReport> {
  const failures: string[] = [];
  for (const { name, expected, actual } of cases) {
    const wanted = JSON.stringify(expected);
    const found = await textOf(actual);
    if (found !== wanted) failures.push(`${name}: expected ${wanted}, found ${found}`);
  }
  return { passed: cases.length - failures.length, failures };
}

async function textOf(actual: () => unknown): Promise<string | undefined> {
  try {
    return JSON.stringify(await actual());
  } catch (error) {
    return String(error);
  }
}
