import { ActionManager, type CallsOf, type Tool } from "@acta/actions";
import type { Json } from "@acta/governance";
import { HookBus, type HookHandler, type HookPoint, type HookPoints, type Unsubscribe } from "@acta/hooks";
import type { Journal, NewEntry } from "@acta/journal";
import { memoryJournal } from "@acta/journal/memory";
import type { Message } from "@acta/messages";
import { type ActOptions, noOptions, resolveOptions } from "./act-options.js";
import { type Approval, type ApprovalRefusal, type ApproveOptions, type Approver, noneWaits, toApproval } from "./approval.js";
import { approveChecks, approverChecks, checkApprover } from "./approval-options.js";
import { BranchError } from "./branch-error.js";
import type { BranchHookPoints } from "./branch-hook-points.js";
import type { BranchOptions, SharedOptions } from "./branch-options.js";
import { checkOptions } from "./check-options.js";
import { Act } from "./corrected/act.js";
import { publishMessage } from "./corrected/publish.js";
import { corrected } from "./corrected/transaction.js";
import type { DiagnosticCode } from "./diagnostic.js";
import { Diagnostics } from "./diagnostics.js";
import { type Envelope, toList } from "./envelope.js";
import { keptMessage } from "./kept-message.js";
import { isAnswered, messageEntry } from "./message-entry.js";
import { newScope } from "./new-scope.js";
import { isWaiting, type OpenCall } from "./open-call.js";
import type { Preview } from "./preview.js";
import { readHistory, readRecord } from "./read-record.js";
import type { RecoverOptions } from "./recover-options.js";
import type { ActionResponseModel } from "./response-model.js";
import type { Approvals, MessageCallback, Scope, Transaction } from "./scope.js";
import type { Session } from "./session.js";
import { storeMessages } from "./store-messages.js";
import { systemRuntime } from "./system-runtime.js";
import { Tenure } from "./tenure.js";
import { BranchViews, type History } from "./views.js";
import { watchedInline } from "./watched-inline.js";
import { Writer } from "./writer.js";

/** A conversation whose actions are governed, recorded transactions. (ADR-0012 D2) */
export class Branch<const Tools extends readonly Tool[] = readonly Tool[]> {
  readonly id: string;
  /** Registers and resolves tools. `actions.invokeUngoverned` is what its name says. */
  readonly actions: ActionManager;
  readonly #options: BranchOptions<Tools>;
  readonly #journal: Journal;
  readonly #callbacks = new Set<MessageCallback>();
  readonly #diagnostics = new Diagnostics(() => this.#shared("onDiagnostic"));
  readonly #lost: Scope["lost"] = { error: null };
  readonly #writer: Writer;
  #own: HookBus | undefined;
  #session: Session | undefined;
  #made: BranchViews | undefined;
  #left: OpenCall[] = [];
  readonly #tenure: Tenure;
  #known: Scope | undefined;

  /** Throws `invalid_options`, and what `actions.register` throws for a tool. */
  constructor(options: BranchOptions<Tools> = {}, views?: BranchViews) {
    this.#options = checkOptions(options);
    const { id, journal = memoryJournal(), tools, executors, runtime = systemRuntime } = this.#options;
    this.id = id ?? runtime.id();
    this.#made = views;
    this.#journal = journal;
    this.#writer = Writer.of(runtime);
    this.#tenure = new Tenure(journal, this.id);
    this.actions = new ActionManager(tools, {
      executors: [watchedInline(this.#options, (diagnostic) => this.#diagnostics.report(diagnostic)), ...(executors ?? [])],
    });
  }

  /**
   * A branch as its journal has it: history and log are read again. Takes the branch where the journal is shared; throws `branch_taken`
   * where another process holds it, and `invalid_journal` where what it reads is no record of this branch.
   */
  static async open<const Tools extends readonly Tool[]>(
    options: BranchOptions<Tools> & { readonly id: string; readonly journal: Journal },
  ): Promise<Branch<Tools>> {
    const checked = checkOptions(options);
    const { id, journal } = checked;
    if (id === undefined || journal === undefined)
      throw new BranchError("invalid_options", "a branch is opened by its id, from its journal");
    const branch = new Branch(checked, viewsOf(checked.transaction, checked.keep));
    try {
      await branch.#begin();
      await readRecord(journal, id, branch.#views, { isForgetful: checked.keep !== undefined });
    } catch (error) {
      await branch.close().catch(ignore);
      throw error;
    }
    // A call that waits is nobody's to recover, whatever is decided of it here.
    branch.#left = [...branch.#views.openCalls.values()].filter((open) => !isWaiting(open));
    return branch;
  }

  get session(): Session | undefined {
    return this.#session;
  }

  get messages(): History {
    return this.#views.messages;
  }

  /**
   * The whole history, read from the journal page by page, whatever of it is in memory. Up to what is recorded when it is read. Throws as
   * `Branch.open` does.
   */
  readMessages(): AsyncGenerator<Message, void, void> {
    return readHistory(this.#journal, this.id, viewsOf(this.#transaction));
  }

  /** The events of the calls that ended, as recorded. */
  get log(): readonly Json[] {
    return this.#views.log;
  }

  /** How often something went wrong beside the calls, by code. */
  get diagnostics(): ReadonlyMap<DiagnosticCode, number> {
    return this.#diagnostics.counts;
  }

  /** Listens to this branch's calls only. */
  on<P extends HookPoint>(point: P, handler: HookHandler<BranchHookPoints<CallsOf<Tools>>[P]>): Unsubscribe {
    this.#own ??= new HookBus({ onHandlerError: () => {} });
    this.#known = undefined;
    // The bus is the branch's own, so it only ever hears of tools of this branch.
    return this.#own.on(point, handler as HookHandler<HookPoints[P]>);
  }

  /** Called after each message that enters history; isolated. */
  onMessage(callback: MessageCallback): Unsubscribe {
    this.#callbacks.add(callback);
    this.#known = undefined;
    return () => {
      this.#callbacks.delete(callback);
      this.#known = undefined;
    };
  }

  /** Adds a message of the host's own to the record and to history, and tells who listens to messages. Throws `MessageError` for what does not fit there, and stores nothing. */
  async add(message: Message): Promise<void> {
    const scope = this.#scope();
    const kept = keptMessage(message, scope);
    const checked = this.#views.check(kept.message, this.id);
    const release = this.#views.reserve(checked);
    const added = await this.#store([messageEntry(checked, scope.runtime.now(), kept.isRedacted)]).finally(release);
    const act = new Act(scope, resolveOptions());
    for (const each of added) publishMessage(act, null, each);
    await act.settled();
  }

  /**
   * Runs proposed calls, each as one transaction. One response per request, in request order.
   *
   * Throws `invalid_envelope` and `invalid_options` before anything happens; rejects, after everything is recorded, with the reason of
   * `signal` or a cancellation, with `ActFailed` where `suppressErrors` is false, and with `RecordLost`.
   */
  async act(requests: Envelope | readonly Envelope[], options: ActOptions = noOptions): Promise<ActionResponseModel<CallsOf<Tools>>[]> {
    const envelopes = toList(requests);
    if (!this.#tenure.hasBegun) await this.#begin();
    this.#tenure.enter();
    try {
      const acting = this.#transaction.act(this.#scope(), envelopes, options);
      const models = acting instanceof Promise ? await acting : acting;
      return models as ActionResponseModel<CallsOf<Tools>>[];
    } finally {
      this.#tenure.leave();
    }
  }

  /** Decides as `act` would, and runs, reserves and records nothing. */
  async decide(requests: Envelope | readonly Envelope[], options: ActOptions = {}): Promise<Preview[]> {
    return this.#transaction.decide(this.#scope(), toList(requests), options);
  }

  /** The calls that wait for somebody's approval, in the order in which they asked. Those of a process that is gone wait too. */
  async approvals(): Promise<readonly Approval[]> {
    return this.#views.waiting().map(toApproval);
  }

  /**
   * Approves a call that waits: its next attempt runs, and answers its request. Single use, by one of those who may, in time, and bound to
   * the digest. Rejects as `act` does. (ADR-0012 D5)
   */
  async approve(id: string, options: ApproveOptions): Promise<ActionResponseModel<CallsOf<Tools>> | ApprovalRefusal> {
    const checked = checkApprover(options, approveChecks);
    return this.#decideApproval(({ approve }) => approve(this.#scope(), id, checked), noneWaits);
  }

  /** Refuses a call that waits: its request is answered with a denial. */
  async reject(id: string, options: Approver): Promise<ActionResponseModel<CallsOf<Tools>> | ApprovalRefusal> {
    const checked = checkApprover(options, approverChecks);
    return this.#decideApproval(({ reject }) => reject(this.#scope(), id, checked), noneWaits);
  }

  /** Answers every open request: calls that wait are denied (`escalation_refused`), and requests that nobody acted on are skipped (`aborted`). */
  async withdraw(reason: string): Promise<ActionResponseModel[]> {
    return this.#decideApproval(({ withdraw }) => withdraw(this.#scope(), String(reason)), []);
  }

  /**
   * Ends the calls that were open when the branch was opened, because the process that ran them is gone: see `recover`. A call that waits for
   * an approval keeps waiting. Each call is taken up once: one whose recovery fails is left to the next opening.
   */
  async recover(options: RecoverOptions = {}): Promise<ActionResponseModel[]> {
    const { recover } = this.#transaction;
    if (recover === undefined) return [];
    return this.#tenure.during(() => recover(this.#scope(), this.#takeLeft(), options));
  }

  /** Waits for the calls that run, then lets go of the branch. Further calls are refused (`closed`). May be called twice. */
  close(): Promise<void> {
    return this.#tenure.end();
  }

  /**
   * A branch with the same tools, options and session, and with the history so far, which is recorded under its own id. Requests that are not
   * answered yet stay behind: their answers belong to this branch.
   */
  async clone(options: { readonly id?: string | undefined } = {}): Promise<Branch<Tools>> {
    const clone = new Branch<Tools>({ ...this.#options, journal: this.#journal, id: options.id, tools: this.actions.tools as Tools });
    if (this.#session) this.#session.add(clone);
    const at = this.#scope().runtime.now();
    const entries = this.messages.messages.filter(isAnswered).map((message) => messageEntry(message, at));
    await clone.#store(entries);
    return clone;
  }

  /** For sessions: joins or leaves one. Use `session.add` and `session.remove`. */
  join(session: Session | undefined): void {
    this.#session = session;
    this.#known = undefined;
  }

  /** One at a time, so that a second recovery finds only what no other has taken up. */
  *#takeLeft(): Generator<OpenCall, void, void> {
    for (let open = this.#left.shift(); open !== undefined; open = this.#left.shift()) yield open;
  }

  async #decideApproval<Answer>(decide: (approvals: Approvals) => Promise<unknown>, none: unknown): Promise<Answer> {
    const { approvals } = this.#transaction;
    if (!this.#tenure.hasBegun) await this.#begin();
    return (approvals ? await this.#tenure.during(() => decide(approvals)) : none) as Answer;
  }

  #begin(): Promise<void> {
    return this.#tenure.begin({ owner: this.#writer.id, ttlMs: this.#shared("leaseMs") ?? 30_000 });
  }

  async #store(entries: readonly NewEntry[]): Promise<readonly Message[]> {
    if (!this.#tenure.hasBegun) await this.#begin();
    return this.#tenure.during(async () => storeMessages(this.#scope(), entries));
  }

  /** Made when they are first needed: by then the branch is in its session, which may bring the transaction. */
  get #views(): BranchViews {
    this.#made ??= viewsOf(this.#transaction, this.#shared("keep"));
    return this.#made;
  }

  get #transaction(): Transaction {
    return this.#shared("transaction") ?? corrected;
  }

  /** The branch's own option, else its session's as it is now. */
  #shared<Key extends keyof SharedOptions>(key: Key): SharedOptions[Key] {
    return this.#options[key] ?? this.#session?.shared[key];
  }

  /** The same until what it is made of changes. */
  #scope(): Scope {
    if (this.#known?.fence !== this.#tenure.fence) this.#known = undefined;
    this.#known ??= this.#newScope();
    return this.#known;
  }

  #newScope(): Scope {
    return newScope((key) => this.#shared(key), {
      branchId: this.id,
      sessionId: this.#session?.id ?? null,
      session: this.#session?.shared,
      own: this.#options,
      ownBus: this.#own,
      actions: this.actions,
      views: this.#views,
      journal: this.#journal,
      fence: this.#tenure.fence,
      writer: this.#writer,
      callbacks: [...this.#callbacks],
      lost: this.#lost,
      report: (diagnostic) => this.#diagnostics.report(diagnostic),
      taken: () => this.#tenure.lose(),
    });
  }
}

const ignore = () => {};

function viewsOf(transaction: Transaction = corrected, keep = Number.POSITIVE_INFINITY): BranchViews {
  return transaction.views?.(keep) ?? new BranchViews(keep);
}
