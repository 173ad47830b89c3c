import type { Case, Check } from "./case.js";
import { CheckFailed, plainCheck } from "./check.js";
import { journalCases } from "./journal-cases.js";
import type { JournalSubject } from "./subject.js";

export type CaseResult =
  | { readonly id: string; readonly outcome: "passed" }
  | { readonly id: string; readonly outcome: "skipped"; readonly reason: string }
  | { readonly id: string; readonly outcome: "failed"; readonly error: unknown };

export interface RunOptions {
  readonly cases?: readonly Case<JournalSubject>[] | undefined;
  readonly check?: Check | undefined;
  /** Of one case: a journal that never answers fails. Default 10,000. */
  readonly timeoutMs?: number | undefined;
}

/** Runs the cases one after another; never rejects. A skip that names no case is itself a failure: it hides nothing. */
export async function runCases(subject: JournalSubject, options: RunOptions = {}): Promise<readonly CaseResult[]> {
  const { cases = journalCases, check = plainCheck, timeoutMs = 10_000 } = options;
  const results: CaseResult[] = (subject.skips ?? []).flatMap(({ id }) =>
    journalCases.some((one) => one.id === id) ? [] : [{ id, outcome: "failed", error: new CheckFailed(`a skip names no case: ${id}`) }],
  );
  for (const one of cases) results.push(await runCase(one, subject, check, timeoutMs));
  return results;
}

/** `SUBJECT: N passed, N failed, N skipped`. */
export function summaryOf(name: string, results: readonly CaseResult[]): string {
  const count = (outcome: CaseResult["outcome"]) => results.filter((result) => result.outcome === outcome).length;
  return `${name}: ${count("passed")} passed, ${count("failed")} failed, ${count("skipped")} skipped`;
}

async function runCase(one: Case<JournalSubject>, subject: JournalSubject, check: Check, timeoutMs: number): Promise<CaseResult> {
  const { id } = one;
  const reason = reasonToSkip(one, subject);
  if (reason !== undefined) return { id, outcome: "skipped", reason };
  try {
    await within(timeoutMs, one.run(subject, check));
    return { id, outcome: "passed" };
  } catch (error) {
    return { id, outcome: "failed", error };
  }
}

/** Why a case is not for a subject: it needs what the subject does not claim, or the subject skips it. For those who run the cases themselves. */
export function reasonToSkip({ id, needs = [] }: Case<JournalSubject>, { capabilities, skips = [] }: JournalSubject): string | undefined {
  const missing = needs.find((need) => !capabilities.some((capability) => capability === need));
  return missing === undefined ? skips.find((skip) => skip.id === id)?.reason : `not ${missing}`;
}

async function within(timeoutMs: number, running: void | Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new CheckFailed(`no answer after ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    await Promise.race([running, late]);
  } finally {
    clearTimeout(timer);
  }
}
