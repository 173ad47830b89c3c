import { type BatchItem, runBatch as runEach } from "@acta/batch";
import { serialize } from "@acta/event";
import { canonicalJson } from "@acta/governance";
import { attempts, pause } from "./attempts.js";
import type { Settings } from "./batch-options.js";
import { oneOrGroup, RecordedFault } from "./faults.js";
import { Stop } from "./stop.js";

/** One of a list, with its place. */
export interface Placed {
  readonly value: unknown;
  readonly index: number;
}

type Run = (envelope: Placed, attempt: number, signal: AbortSignal) => Promise<unknown>;

/** All at once; the first failure cancels the siblings, unless errors are values. Slots are in the order of the requests. (ADR-0012 D4) */
export async function runBatch(envelopes: readonly unknown[], run: Run, { batch, signal }: Settings): Promise<unknown[]> {
  const placed = readInput(envelopes, batch);
  if (batch.delayMs) await pause(batch.delayMs, signal);
  const stop = new Stop(signal);
  const work = async (item: Placed) => {
    try {
      return await attempts((attempt, own) => run(item, attempt, own), batch, stop);
    } catch (error) {
      if (!batch.errorsAsValues) void stop.siblingFailed();
      throw error;
    }
  };
  const { throttleMs = 0, concurrency } = batch;
  const options = { concurrency: concurrency || Number.POSITIVE_INFINITY, throttleMs, signal: stop.signal };
  const items = await runEach(placed, work, options).finally(() => stop.leave());
  return readOutput(toSlots(items, stop, batch.errorsAsValues === true), batch);
}

function toSlots(items: readonly BatchItem<unknown>[], { signal }: Stop, errorsAsValues: boolean): unknown[] {
  const isOwn = (error: unknown) => !signal.aborted || error !== signal.reason;
  const errors = items.flatMap((item) => (item.kind === "rejected" && isOwn(item.error) ? [item.error] : []));
  if (errors.length > 0 && !errorsAsValues) throw oneOrGroup(errors, "unhandled errors in a TaskGroup");
  if (signal.aborted) throw signal.reason;
  return items.map((item) => (item.kind === "fulfilled" ? item.value : item.kind === "rejected" ? item.error : null));
}

function readInput(envelopes: readonly unknown[], batch: Settings["batch"]): readonly Placed[] {
  const { flattenInput = false, dropNullInput = false, uniqueInput = false } = batch;
  const flat = flattenInput ? envelopes.flat(Number.POSITIVE_INFINITY) : envelopes;
  const placed = flat.map((value, index) => ({ value, index })).filter(({ value }) => !dropNullInput || value !== null);
  return uniqueInput && (flattenInput || dropNullInput) ? unique(placed, ({ value }) => value, flattenInput) : placed;
}

function readOutput(slots: readonly unknown[], batch: Settings["batch"]): unknown[] {
  const { flattenOutput = false, dropNullOutput = false, uniqueOutput = false } = batch;
  const flat = flattenOutput ? slots.flat(Number.POSITIVE_INFINITY) : slots;
  const kept = flat.filter((slot) => !dropNullOutput || (slot !== null && slot !== undefined));
  return uniqueOutput ? unique(kept, outcomeOf, flattenOutput) : kept;
}

/** Of a response record, what the recorded project has in it. */
function outcomeOf(slot: unknown): unknown {
  if (typeof slot !== "object" || slot === null || !("callId" in slot)) return slot;
  const { function: name, arguments: args, output } = slot as { readonly [key: string]: unknown };
  return { name, args, output };
}

function unique<T>(items: readonly T[], identify: (item: T) => unknown, isFlattened: boolean): T[] {
  if (!isFlattened) throw new RecordedFault("ValueError", "invalid_options", "unique=True requires flatten=True");
  return [...new Map(items.map((item) => [canonicalJson(serialize(identify(item))), item] as const).reverse()).values()].reverse();
}
