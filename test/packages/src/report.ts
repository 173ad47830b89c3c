/** Counts checks and prints a line for each. */
export class Report {
  passed = 0;
  failed = 0;

  constructor(private readonly print: (line: string) => void) {}

  heading(text: string): void {
    this.print(`\n${text}`);
  }

  /** Passed when there is no problem. */
  check(name: string, problems: readonly string[]): void {
    if (problems.length === 0) {
      this.passed++;
      this.print(`ok    ${name}`);
      return;
    }
    this.failed++;
    this.print(`FAIL  ${name}`);
    for (const problem of problems) this.print(indented(problem));
  }

  /** A control: passed when the checks name what was broken on purpose. */
  control(name: string, problems: readonly string[], expected: RegExp): void {
    const noticed = problems.flatMap((problem) => problem.split("\n")).find((line) => expected.test(line));
    if (noticed === undefined) this.check(`control: ${name}`, ["no check noticed it", ...problems]);
    else {
      this.passed++;
      this.print(`ok    control: ${name} is noticed (${noticed.trim()})`);
    }
  }

  summary(): string {
    return `${this.passed} passed, ${this.failed} failed, 0 skipped`;
  }
}

const indented = (text: string) => text.replace(/^/gm, "        ");
