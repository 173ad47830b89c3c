import { defineTool, type Tool, type ToolContext } from "@acta/actions";
import type { JsonObject } from "@acta/governance";
import { HookBus, type HookPoint } from "@acta/hooks";
import type { AppendResult, Entry, Journal } from "@acta/journal";
import { type MemoryJournal, memoryJournal } from "@acta/journal/memory";
import { vi } from "vitest";
import { z } from "zod";
import { type ActionResponseModel, Branch, type BranchOptions, type Diagnostic } from "../src/index.js";

type Run = (input: JsonObject, context: ToolContext) => unknown;

/** A tool that takes any arguments. */
export function tool(name: string, run: Run = () => null, more: Partial<Tool> = {}): Tool {
  return defineTool({ name, description: name, input: z.looseObject({}) as never, run: run as Tool["run"], ...more }) as Tool;
}

/** A schema whose promise the test settles itself. */
export function slowSchema(answer: (value: unknown) => PromiseLike<unknown>): Tool["input"] {
  return {
    "~standard": { version: 1, vendor: "test", validate: (value) => Promise.resolve(answer(value)).then((late) => ({ value: late })) },
  };
}

export const ask = (name: string, args: unknown = {}, correlationId?: string) => ({ function: name, arguments: args, correlationId });

export const never = () => new Promise<never>(() => {});

export interface Watched {
  readonly branch: Branch;
  readonly journal: MemoryJournal;
  readonly diagnostics: Diagnostic[];
  /** Every hook that was called, with its payload. */
  readonly hooks: { readonly point: HookPoint; readonly payload: Readonly<Record<string, unknown>> }[];
  readonly entries: () => readonly Entry[];
}

/** A branch of which a test sees everything. */
export function watch(options: BranchOptions & { readonly wrap?: (journal: Journal) => Journal } = {}): Watched {
  const { wrap = (journal: Journal) => journal, ...rest } = options;
  const journal = memoryJournal();
  const diagnostics: Diagnostic[] = [];
  const hooks: Watched["hooks"] = [];
  const bus = rest.hooks ?? new HookBus();
  for (const point of ["tool.pre", "tool.post", "tool.error", "message.add"] as const) {
    bus.on(point, (payload) => void hooks.push({ point, payload: { ...payload } }));
  }
  const branch = new Branch({
    id: "branch",
    onDiagnostic: (diagnostic) => void diagnostics.push(diagnostic),
    ...rest,
    hooks: bus,
    journal: wrap(journal),
  });
  return { branch, journal, diagnostics, hooks, entries: () => journal.read(branch.id).entries };
}

/** The hooks of calls, in order. */
export const toolHooks = ({ hooks }: Watched) => hooks.map(({ point }) => point).filter((point) => point !== "message.add");

/** Steps of the record, in order. */
export const steps = ({ entries }: Watched) => entries().map(({ kind }) => kind.slice(kind.indexOf(".") + 1));

/** Every message in short: `?name` for an open request, `name` for an answered one, `=output` or `!code` for a response. */
export const history = (branch: Branch) =>
  branch.messages.messages.map((message) => {
    if (message.kind === "action_request") return `${message.content.actionResponseId === null ? "?" : ""}${message.content.function}`;
    if (message.kind !== "action_response") return message.kind;
    const { error, output } = message.content;
    return error === null ? `=${JSON.stringify(output)}` : `!${error.code}`;
  });

/** One outcome in short: kind, executed, code. */
export const end = ({ outcome }: ActionResponseModel) => [outcome.kind, outcome.executed, outcome.error?.code ?? null];
export const ends = (models: readonly ActionResponseModel[]) => models.map(end);

/** Statuses of the recorded events. */
export const statuses = (branch: Branch) => branch.log.map((event) => (event as { execution: { status: string } }).execution.status);

export function first(models: readonly ActionResponseModel[]): ActionResponseModel {
  const [model] = models;
  if (model === undefined) throw new Error("there is no response");
  return model;
}

/** The journal with some of its members replaced. */
export function forwarding(journal: Journal, replaced: Partial<Journal> = {}): Journal {
  return {
    capabilities: journal.capabilities,
    append: (branchId, entries, options) => journal.append(branchId, entries, options),
    read: (branchId, options) => journal.read(branchId, options),
    unsettled: (options) => journal.unsettled(options),
    acquire: (branchId, options) => journal.acquire(branchId, options),
    close: () => journal.close(),
    ...replaced,
  };
}

/** A journal that answers later than it stores. */
export function asynchronous(journal: Journal): Journal {
  return forwarding(journal, {
    append: async (branchId, entries, options): Promise<AppendResult> => {
      const answer = await journal.append(branchId, entries, options);
      await Promise.resolve();
      return answer;
    },
  });
}

/** A signal that counts the listeners which are on it. */
export function countingSignal(): { readonly controller: AbortController; readonly listeners: () => number } {
  const controller = new AbortController();
  const { signal } = controller;
  let listeners = 0;
  const { addEventListener, removeEventListener } = signal;
  const known = new Set<unknown>();
  vi.spyOn(signal, "addEventListener").mockImplementation((...args: Parameters<AbortSignal["addEventListener"]>) => {
    if (!known.has(args[1])) listeners++;
    known.add(args[1]);
    addEventListener.apply(signal, args);
  });
  vi.spyOn(signal, "removeEventListener").mockImplementation((...args: Parameters<AbortSignal["removeEventListener"]>) => {
    if (known.delete(args[1])) listeners--;
    removeEventListener.apply(signal, args);
  });
  return { controller, listeners: () => listeners };
}

/** A promise that the test settles. */
export function deferred<T = void>() {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/** What a promise rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("it did not reject");
}

export const fail = (error: unknown): never => {
  throw error;
};

/** What `answer` gives or throws, so many milliseconds later. */
export const later = <T>(milliseconds: number, answer: () => T): Promise<T> =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds)).then(answer);

/** The end of something under fake timers, however long it waits for them. */
export async function withTime<T>(acting: Promise<T>, milliseconds = 1_000): Promise<T> {
  acting.catch(() => {});
  await vi.advanceTimersByTimeAsync(milliseconds);
  return acting;
}
