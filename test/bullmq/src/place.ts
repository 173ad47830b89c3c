import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BullmqExecutor, bullmqExecutor } from "@acta/executor-bullmq";
import type { Journal } from "@acta/journal";
import { sqliteJournal } from "@acta/journal-sqlite";
import { Redis } from "ioredis";
import type { WorkerJob } from "./child/job.js";
import { type Fsync, OwnRedis } from "./own-redis.js";
import { Witness } from "./witness.js";
import { WorkerProcess } from "./worker-process.js";

export interface PlaceOptions {
  /** The program that a worker is. */
  readonly program: string;
  /** Of a Redis of our own. */
  readonly fsync: Fsync;
  /** Default 1,000. */
  readonly lockMs?: number;
  /** Calls at once in each worker. Default 4. */
  readonly concurrency?: number;
  /** Claims in a journal. Default true. */
  readonly claims?: boolean;
  /** Default 1,000. */
  readonly lookUpMs?: number;
}

/** A folder with a Redis, a queue, a witness, and the workers that were started. */
export class Place {
  readonly redis: OwnRedis;
  readonly executor: BullmqExecutor;
  readonly witness: Witness;
  readonly queue = `acta-${randomUUID()}`;
  readonly #folder: string;
  readonly #options: PlaceOptions;
  readonly #claims: Journal | undefined;
  readonly #workers = new Set<WorkerProcess>();

  private constructor(folder: string, redis: OwnRedis, options: PlaceOptions) {
    this.#folder = folder;
    this.#options = options;
    this.redis = redis;
    this.witness = new Witness(this.path("witness"));
    const { claims = true, lookUpMs = 1_000 } = options;
    this.#claims = claims ? sqliteJournal({ path: this.path("claims.db") }) : undefined;
    this.executor = bullmqExecutor({ connection: redis.url, queue: this.queue, lookUpMs, journal: this.#claims });
  }

  static async open(options: PlaceOptions): Promise<Place> {
    const folder = mkdtempSync(join(tmpdir(), "acta-bullmq-"));
    return new Place(folder, await OwnRedis.start(folder, options.fsync), options);
  }

  path(name: string): string {
    return join(this.#folder, name);
  }

  /** Nothing waits in the queue and nothing runs. */
  async isDrained(): Promise<boolean> {
    const client = new Redis(this.redis.url);
    const lengths = await Promise.all(["wait", "active"].map((state) => client.llen(`bull:${this.queue}:${state}`)));
    client.disconnect();
    return lengths.every((length) => length === 0);
  }

  async startWorker(kind: WorkerJob["kind"] = "acta"): Promise<WorkerProcess> {
    const { program, claims = true, concurrency = 4, lockMs = 1_000 } = this.#options;
    const journal = claims ? this.path("claims.db") : null;
    const witness = this.path("witness");
    const worker = await WorkerProcess.start(program, {
      kind,
      url: this.redis.url,
      queue: this.queue,
      witness,
      journal,
      concurrency,
      lockMs,
    });
    this.#workers.add(worker);
    return worker;
  }

  startWorkers(count: number, kind: WorkerJob["kind"] = "acta"): Promise<WorkerProcess[]> {
    return Promise.all(Array.from({ length: count }, () => this.startWorker(kind)));
  }

  async killWorkers(): Promise<void> {
    await Promise.all([...this.#workers].map((worker) => worker.kill()));
    this.#workers.clear();
  }

  async close(): Promise<void> {
    await this.killWorkers();
    await this.executor.close();
    await this.#claims?.close();
    await this.redis.stop("SIGKILL");
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export async function inPlace<Result>(options: PlaceOptions, work: (place: Place) => Promise<Result>): Promise<Result> {
  const place = await Place.open(options);
  try {
    return await work(place);
  } finally {
    await place.close();
  }
}
