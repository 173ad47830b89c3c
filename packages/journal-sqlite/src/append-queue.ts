import type { AppendResult } from "@acta/journal";
import type { Append } from "./branch-state.js";
import type { Answer } from "./commit-group.js";
import { SqliteJournalError } from "./sqlite-journal-error.js";
import { pauseMs } from "./when-free.js";

/** More would hold up the event loop noticeably; fewer would pay for more commits. */
const maxRows = 256;
const maxCharacters = 4 * 1024 * 1024;

interface Waiting {
  readonly append: Append;
  readonly since: number;
  /** Its group failed; it is tried alone, so that it fails nobody else. */
  alone: boolean;
  resolve(result: AppendResult): void;
  reject(error: unknown): void;
}

/**
 * Appends that were called in one turn of the event loop share one commit. Their order is kept. When the storage fails one, those behind it
 * on its branch fail too: an entry is never stored without what was appended before it.
 */
export class AppendQueue {
  readonly #commit: (group: readonly Append[]) => readonly Answer[];
  readonly #lockTimeoutMs: number;
  #waiting: Waiting[] = [];
  #scheduled = false;
  readonly #flushNow = this.#flush.bind(this);
  #whenEmpty: (() => void)[] = [];

  constructor(commit: (group: readonly Append[]) => readonly Answer[], lockTimeoutMs: number) {
    this.#commit = commit;
    this.#lockTimeoutMs = lockTimeoutMs;
  }

  add(append: Append): Promise<AppendResult> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ append, since: performance.now(), alone: false, resolve, reject });
      this.#schedule();
    });
  }

  /** Resolves when every append was answered. */
  async drained(): Promise<void> {
    if (this.#waiting.length > 0) await new Promise<void>((resolve) => this.#whenEmpty.push(resolve));
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(this.#flushNow);
  }

  #flush(): void {
    const group = this.#nextGroup();
    let pause: number | undefined;
    try {
      const answers = this.#commit(group.map(({ append }) => append));
      this.#waiting = group.length === this.#waiting.length ? [] : this.#waiting.slice(group.length);
      for (let index = 0; index < group.length; index++) settle(group[index] as Waiting, answers[index]);
    } catch (cause) {
      pause = this.#handle(SqliteJournalError.of(cause), group);
    }
    this.#goOn(pause);
  }

  /** Milliseconds to wait before the next try; undefined: none. */
  #handle(error: SqliteJournalError, group: readonly Waiting[]): number | undefined {
    if (error.code === "locked") {
      const late = performance.now() - this.#lockTimeoutMs;
      while (this.#waiting[0] && this.#waiting[0].since <= late) this.#fail(error);
      return pauseMs();
    }
    if (group.length === 1) this.#fail(error);
    else for (const one of group) one.alone = true;
    return undefined;
  }

  #goOn(pause: number | undefined): void {
    this.#scheduled = false;
    if (this.#waiting.length === 0) {
      if (this.#whenEmpty.length > 0) for (const resolve of this.#whenEmpty.splice(0)) resolve();
    } else if (pause === undefined) {
      this.#schedule();
    } else {
      this.#scheduled = true;
      setTimeout(this.#flushNow, pause);
    }
  }

  /** From the head of the queue. An append is never split, however large. */
  #nextGroup(): readonly Waiting[] {
    if (this.#waiting.length === 1) return this.#waiting;
    let rows = 0;
    let characters = 0;
    const end = this.#waiting.findIndex(({ append, alone }, index) => {
      rows += append.drafts.length;
      for (const { text } of append.drafts) characters += text.length;
      return index > 0 && (rows > maxRows || characters > maxCharacters || alone || this.#waiting[0]?.alone);
    });
    return this.#waiting.slice(0, end === -1 ? undefined : end);
  }

  #fail(error: SqliteJournalError): void {
    const [head] = this.#waiting.splice(0, 1);
    head?.reject(error);
    const behind = this.#waiting.filter(({ append }) => append.branchId === head?.append.branchId);
    if (behind.length === 0) return;
    this.#waiting = this.#waiting.filter((one) => !behind.includes(one));
    for (const one of behind) {
      one.reject(new SqliteJournalError(error.code, `an append before it failed, because ${error.message}`, { cause: error }));
    }
  }
}

function settle(one: Waiting, answer: Answer | undefined): void {
  if (answer && "result" in answer) one.resolve(answer.result);
  else one.reject(answer?.refusal);
}
