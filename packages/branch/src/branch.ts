import { ActionManager, type CallsOf, type Tool } from "@acta/actions";
import type { Json, PolicyLike } from "@acta/governance";
import { HookBus, type HookHandler, type HookPoint, type HookPoints, type Unsubscribe } from "@acta/hooks";
import type { Journal, NewEntry } from "@acta/journal";
import { memoryJournal } from "@acta/journal/memory";
import type { Message, MessageManager } from "@acta/messages";
import { type ActOptions, resolveOptions } from "./act-options.js";
import { append } from "./append.js";
import { BranchError } from "./branch-error.js";
import type { BranchHookPoints } from "./branch-hook-points.js";
import type { BranchOptions, SharedOptions } from "./branch-options.js";
import { checkOptions } from "./check-options.js";
import { Act } from "./corrected/act.js";
import { publishMessage } from "./corrected/publish.js";
import { corrected } from "./corrected/transaction.js";
import type { Diagnostic } from "./diagnostic.js";
import type { Envelope } from "./envelope.js";
import type { OpenCall } from "./open-call.js";
import type { Preview } from "./preview.js";
import { readRecord } from "./read-record.js";
import type { RecoverOptions } from "./recover-options.js";
import type { ActionResponseModel } from "./response-model.js";
import type { MessageCallback, Runtime, Scope, Transaction } from "./scope.js";
import type { Session } from "./session.js";
import { Tenure } from "./tenure.js";
import { isThenable, settled } from "./thenable.js";
import { BranchViews } from "./views.js";

/** What of the history a host may read; it is written through the branch. */
export type History = Pick<MessageManager, "messages" | "blocks" | "openRequests" | "get" | "responseTo" | "window">;

const systemRuntime: Runtime = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  id: () => crypto.randomUUID(),
};

/** A conversation whose actions are governed, recorded transactions. (ADR-0012 D2) */
export class Branch<const Tools extends readonly Tool[] = readonly Tool[]> {
  readonly id: string;
  /** Registers and resolves tools. `actions.invokeUngoverned` is what its name says. */
  readonly actions: ActionManager;
  readonly #options: BranchOptions<Tools>;
  readonly #journal: Journal;
  readonly #callbacks = new Set<MessageCallback>();
  readonly #diagnostics = new Map<Diagnostic["code"], number>();
  readonly #lost: Scope["lost"] = { error: null };
  readonly #writer: string;
  #own: HookBus | undefined;
  #session: Session | undefined;
  #made: BranchViews | undefined;
  #left: OpenCall[] = [];
  readonly #tenure: Tenure;

  /** Throws `invalid_options`, and what `actions.register` throws for a tool. */
  constructor(options: BranchOptions<Tools> = {}, views?: BranchViews) {
    this.#options = checkOptions(options);
    const { id, journal = memoryJournal(), tools, executors, runtime = systemRuntime } = this.#options;
    this.id = id ?? runtime.id();
    this.#made = views;
    this.#journal = journal;
    this.#writer = runtime.id();
    this.#tenure = new Tenure(journal, this.id);
    this.actions = new ActionManager(tools, { executors });
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
    const branch = new Branch(checked, viewsOf(checked.transaction));
    try {
      await branch.#begin();
      await readRecord(journal, id, branch.#views);
    } catch (error) {
      await branch.close().catch(ignore);
      throw error;
    }
    branch.#left = [...branch.#views.openCalls.values()];
    return branch;
  }

  get session(): Session | undefined {
    return this.#session;
  }

  get messages(): History {
    return this.#views.messages;
  }

  /** The events of the calls that ended, as recorded. */
  get log(): readonly Json[] {
    return this.#views.log;
  }

  /** How often something went wrong beside the calls, by code. */
  get diagnostics(): ReadonlyMap<Diagnostic["code"], number> {
    return this.#diagnostics;
  }

  /** Listens to this branch's calls only. */
  on<P extends HookPoint>(point: P, handler: HookHandler<BranchHookPoints<CallsOf<Tools>>[P]>): Unsubscribe {
    this.#own ??= new HookBus({ onHandlerError: () => {} });
    // The bus is the branch's own, so it only ever hears of tools of this branch.
    return this.#own.on(point, handler as HookHandler<HookPoints[P]>);
  }

  /** Called after each message that enters history; isolated. */
  onMessage(callback: MessageCallback): Unsubscribe {
    this.#callbacks.add(callback);
    return () => void this.#callbacks.delete(callback);
  }

  /** Adds a message of the host's own to the record and to history, and tells who listens to messages. Throws `MessageError` for what does not fit there, and stores nothing. */
  async add(message: Message): Promise<void> {
    const scope = this.#scope();
    const checked = this.#views.check(message);
    const entry: NewEntry = {
      id: `${checked.id}:message`,
      kind: "message.added",
      at: scope.runtime.now(),
      body: checked as unknown as Json,
    };
    const release = this.#views.reserve(checked);
    const added = await this.#store([entry]).finally(release);
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
  async act(requests: Envelope | readonly Envelope[], options: ActOptions = {}): Promise<ActionResponseModel<CallsOf<Tools>>[]> {
    const envelopes = toList(requests);
    if (!this.#tenure.hasBegun) await this.#begin();
    const models = await this.#tenure.during(() => this.#transaction.act(this.#scope(), envelopes, options));
    return models as ActionResponseModel<CallsOf<Tools>>[];
  }

  /** Decides as `act` would, and runs, reserves and records nothing. */
  async decide(requests: Envelope | readonly Envelope[], options: ActOptions = {}): Promise<Preview[]> {
    return this.#transaction.decide(this.#scope(), toList(requests), options);
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
    const { now } = this.#scope().runtime;
    const answered = this.messages.messages.filter(
      (message) => message.kind !== "action_request" || message.content.actionResponseId !== null,
    );
    const entries = answered.map((message) => ({
      id: `${message.id}:message`,
      kind: "message.added",
      at: now(),
      body: message as unknown as Json,
    }));
    await clone.#store(entries);
    return clone;
  }

  /** For sessions: joins or leaves one. Use `session.add` and `session.remove`. */
  join(session: Session | undefined): void {
    this.#session = session;
  }

  /** One at a time, so that a second recovery finds only what no other has taken up. */
  *#takeLeft(): Generator<OpenCall, void, void> {
    for (let open = this.#left.shift(); open !== undefined; open = this.#left.shift()) yield open;
  }

  #begin(): Promise<void> {
    return this.#tenure.begin({ owner: this.#writer, ttlMs: this.#shared("leaseMs") ?? 30_000 });
  }

  /** Stores entries and takes them into the views; the messages that history got. */
  async #store(entries: readonly NewEntry[]): Promise<readonly Message[]> {
    if (!this.#tenure.hasBegun) await this.#begin();
    const stored = await this.#tenure.during(async () => append(this.#scope(), entries));
    if (stored.kind !== "appended") throw new BranchError("record_lost", `the journal answered ${stored.kind}`);
    return stored.entries.flatMap((entry) => this.#views.fold(entry) ?? []);
  }

  /** Made when they are first needed: by then the branch is in its session, which may bring the transaction. */
  get #views(): BranchViews {
    this.#made ??= viewsOf(this.#transaction);
    return this.#made;
  }

  get #transaction(): Transaction {
    return this.#shared("transaction") ?? corrected;
  }

  /** The branch's own option, else its session's as it is now. */
  #shared<Key extends keyof SharedOptions>(key: Key): SharedOptions[Key] {
    return this.#options[key] ?? this.#session?.shared[key];
  }

  #scope(): Scope {
    const { shared } = this.#session ?? {};
    const observer = this.#shared("observer") ?? null;
    const buses = new Set([shared?.hooks, this.#options.hooks, this.#own].filter((bus) => bus !== undefined));
    return {
      branchId: this.id,
      sessionId: this.#session?.id ?? null,
      actions: this.actions,
      views: this.#views,
      journal: this.#journal,
      fence: this.#tenure.fence,
      writer: this.#writer,
      policies: [observer?.gate, shared?.policy, this.#options.policy].filter((policy): policy is PolicyLike => policy !== undefined),
      buses: [...buses],
      observer,
      callbacks: [...this.#callbacks],
      onEscalate: this.#shared("onEscalate"),
      gateTimeoutMs: this.#shared("gateTimeoutMs") ?? 30_000,
      escalateTimeoutMs: this.#shared("escalateTimeoutMs") ?? 300_000,
      redact: this.#shared("redact"),
      maxResultLength: this.#shared("maxResultLength") ?? 16 * 1024 * 1024,
      logger: this.#shared("logger"),
      runtime: this.#shared("runtime") ?? systemRuntime,
      report: (diagnostic) => this.#report(diagnostic),
      lost: this.#lost,
    };
  }

  #report(diagnostic: Diagnostic): void {
    this.#diagnostics.set(diagnostic.code, (this.#diagnostics.get(diagnostic.code) ?? 0) + 1);
    try {
      const answer: unknown = this.#shared("onDiagnostic")?.(diagnostic);
      if (isThenable(answer)) settled(answer).catch(ignore);
    } catch {
      // Whoever listens to failures must not be able to cause one.
    }
  }
}

const ignore = () => {};

function viewsOf(transaction: Transaction = corrected): BranchViews {
  return transaction.views?.() ?? new BranchViews();
}

function toList(requests: Envelope | readonly Envelope[]): readonly Envelope[] {
  try {
    return Array.isArray(requests) ? [...requests] : [requests as Envelope];
  } catch (cause) {
    throw new BranchError("invalid_envelope", "the requests could not be read", { cause });
  }
}
