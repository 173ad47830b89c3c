import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, statSync, truncateSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { Redis } from "ioredis";

/** `forgets`: nothing is on disk. `secretive`: as `always`, but nobody may ask for its settings. The others as Redis names them. */
export type Fsync = "forgets" | "everysec" | "always" | "secretive";

/** A Redis of our own, to be stopped, killed and started again. */
export class OwnRedis {
  readonly url: string;
  readonly #port: number;
  readonly #folder: string;
  readonly #fsync: Fsync;
  #process: ChildProcess | undefined;

  private constructor(folder: string, port: number, fsync: Fsync) {
    this.url = `redis://127.0.0.1:${port}`;
    this.#port = port;
    this.#folder = folder;
    this.#fsync = fsync;
  }

  static async start(folder: string, fsync: Fsync): Promise<OwnRedis> {
    const own = join(folder, "redis");
    mkdirSync(own, { recursive: true });
    const redis = new OwnRedis(own, await freePort(), fsync);
    await redis.start();
    return redis;
  }

  /** Resolves when it answers. */
  async start(): Promise<void> {
    const settings = [
      "--port",
      String(this.#port),
      "--bind",
      "127.0.0.1",
      "--dir",
      this.#folder,
      "--save",
      "",
      ...persistence(this.#fsync),
    ];
    const server = spawn("redis-server", settings, { stdio: "ignore" });
    this.#process = server;
    // It would outlive this process.
    const end = () => server.kill("SIGKILL");
    process.once("exit", end);
    server.once("exit", () => process.off("exit", end));
    await once(server, "spawn");
    const client = new Redis(this.url, { maxRetriesPerRequest: null, retryStrategy: () => 20 });
    client.on("error", () => {});
    await client.ping();
    client.disconnect();
  }

  /** SIGTERM lets it write what it has; SIGKILL does not. Waits until it is gone. */
  async stop(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
    const server = this.#process;
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const exit = once(server, "exit");
    server.kill(signal);
    await exit;
  }

  /** Bytes of the log so far. */
  logBytes(): number {
    return statSync(this.#logPath()).size;
  }

  /** As a loss of power does with what was not yet on the disk. Only while it is stopped. */
  cutLog(bytes: number): void {
    truncateSync(this.#logPath(), bytes);
  }

  #logPath(): string {
    const folder = join(this.#folder, "appendonlydir");
    const name = readdirSync(folder).find((each) => each.endsWith(".incr.aof"));
    if (name === undefined) throw new Error("the Redis has no log");
    return join(folder, name);
  }
}

function persistence(fsync: Fsync): readonly string[] {
  const kept = (appendfsync: string) => ["--appendonly", "yes", "--appendfsync", appendfsync];
  if (fsync === "forgets") return ["--appendonly", "no"];
  return fsync === "secretive" ? [...kept("always"), "--rename-command", "CONFIG", ""] : kept(fsync);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || address === null) throw new Error("there is no free port");
  return address.port;
}

/** Whether this machine has a Redis to start. */
export async function hasRedis(): Promise<boolean> {
  const child = spawn("redis-server", ["--version"], { stdio: "ignore" });
  return new Promise((resolve) => {
    child.on("error", () => resolve(false));
    child.on("exit", (code) => resolve(code === 0));
  });
}
