import { randomUUID } from "node:crypto";
import type { Tool } from "@acta/actions";
import type { BullmqExecutor } from "@acta/executor-bullmq";
import { Queue, QueueEvents } from "bullmq";
import { Redis } from "ioredis";
import { inPlace, type Place } from "../place.js";
import { toolsFor } from "../tools.js";

export interface Cost {
  readonly inFlight: number;
  /** Microseconds a call, medians. */
  readonly acta: number;
  readonly bare: number;
  /** The median of those of the rounds. */
  readonly ratio: number;
}

const payload = "x".repeat(400);
const input = { waitMs: 0, payload };

/** The same calls, through the executor and through bare BullMQ, in turns: each way has a worker process of its own, of equal concurrency. */
export function compareCost(program: string, options: { readonly calls: number; readonly rounds: number }): Promise<readonly Cost[]> {
  const settings = { program, fsync: "everysec", lockMs: 30_000, concurrency: 8 } as const;
  return inPlace(settings, (acta) =>
    inPlace(settings, async (place) => {
      await acta.startWorker();
      await place.startWorker("bare");
      const bare = await BareCaller.open(place);
      const [tool] = toolsFor(acta.witness);
      if (tool === undefined) throw new Error("there is no tool");
      try {
        const costs: Cost[] = [];
        for (const inFlight of [1, 32]) costs.push(await measure(inFlight, options, (id) => execute(acta.executor, tool, id), bare));
        return costs;
      } finally {
        await bare.close();
      }
    }),
  );
}

type Way = (callId: string) => Promise<unknown>;

async function measure(inFlight: number, { calls, rounds }: { calls: number; rounds: number }, acta: Way, bare: BareCaller): Promise<Cost> {
  const bareWay: Way = (callId) => bare.call(callId);
  await block(acta, calls, inFlight);
  await block(bareWay, calls, inFlight);
  const times: Record<"acta" | "bare", number[]> = { acta: [], bare: [] };
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? (["acta", "bare"] as const) : (["bare", "acta"] as const);
    for (const name of order) times[name].push(await block(name === "acta" ? acta : bareWay, calls, inFlight));
  }
  // Of neighbours, because whatever else the machine does weighs on both.
  const ratio = median(times.acta.map((time, round) => time / (times.bare[round] ?? Number.NaN)));
  return { inFlight, acta: median(times.acta), bare: median(times.bare), ratio };
}

/** Microseconds a call. */
async function block(way: Way, calls: number, inFlight: number): Promise<number> {
  const started = performance.now();
  let left = calls;
  const lane = async () => {
    while (left-- > 0) await way(randomUUID());
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  return ((performance.now() - started) / calls) * 1_000;
}

async function execute(executor: BullmqExecutor, tool: Tool, callId: string): Promise<void> {
  const { signal } = new AbortController();
  const call = { tool, arguments: input, callId, idempotencyKey: callId, attempt: 1, signal, progress: () => {} };
  const { kind } = await executor.execute(call);
  if (kind !== "returned") throw new Error(`a call was ${kind}`);
}

/** A queue as its documentation shows it. */
class BareCaller {
  readonly #connections: readonly Redis[];
  readonly #queue: Queue;
  readonly #events: QueueEvents;

  private constructor(place: Place) {
    const connections = [0, 1].map(() => new Redis(place.redis.url, { maxRetriesPerRequest: null }));
    const [connection, listener] = connections as [Redis, Redis];
    this.#connections = connections;
    this.#queue = new Queue(place.queue, { connection });
    this.#events = new QueueEvents(place.queue, { connection: listener });
    // It adds listeners for each call that is waited for.
    this.#events.setMaxListeners(0);
    this.#queue.setMaxListeners(0);
  }

  static async open(place: Place): Promise<BareCaller> {
    const caller = new BareCaller(place);
    await caller.#events.waitUntilReady();
    return caller;
  }

  async call(callId: string): Promise<unknown> {
    const digest = "0".repeat(64);
    const judged = { tool: "read", callId, attempt: 1, idempotencyKey: callId, effect: "read", arguments: input };
    const data = { ...judged, version: 1, token: randomUUID(), deadlineAt: null, digest };
    const job = await this.#queue.add("read", data, { jobId: `${callId}.1` });
    return job.waitUntilFinished(this.#events);
  }

  async close(): Promise<void> {
    for (const connection of this.#connections) connection.disconnect();
    await this.#events.close().catch(() => {});
    await this.#queue.close();
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
