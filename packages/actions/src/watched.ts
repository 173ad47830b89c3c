import type { Executor, ExecutorCall } from "./executor.js";

/** A tool that kept the event loop of its caller busy. */
export interface Stall {
  readonly tool: string;
  readonly callId: string;
  /** Milliseconds from the start of the tool until the loop was free again. */
  readonly blockedMs: number;
}

export interface WatchOptions {
  /** Milliseconds; longer is a stall. */
  readonly limitMs: number;
  /** Told of each stall, when it is over. What it throws is dropped: the call goes on. */
  readonly onStall: (stall: Stall) => void;
  /** Milliseconds, never backwards. Default `performance.now`. */
  readonly monotonic?: (() => number) | undefined;
}

/**
 * The same executor, with an eye on the loop: a tool that does not come back within the limit, up to its first `await` or `yield`, is
 * reported with its name and its time. What it does after that is not measured.
 */
export function watched(executor: Executor, options: WatchOptions): Executor {
  const { limitMs, onStall, monotonic = () => performance.now() } = options;
  const report = (call: ExecutorCall, blockedMs: number) => {
    try {
      onStall({ tool: call.tool.name, callId: call.callId, blockedMs });
    } catch {
      // Whoever listens cannot harm the call.
    }
  };
  const { attach, acknowledge } = executor;
  return {
    name: executor.name,
    capabilities: executor.capabilities,
    ...(attach && { attach: attach.bind(executor) }),
    ...(acknowledge && { acknowledge: acknowledge.bind(executor) }),
    execute(call) {
      const start = monotonic();
      try {
        return executor.execute(call);
      } finally {
        const blockedMs = monotonic() - start;
        if (blockedMs > limitMs) report(call, blockedMs);
      }
    },
    // What recovery asks for, an executor has or has not.
    ...(executor.attach && { attach: executor.attach.bind(executor) }),
    ...(executor.acknowledge && { acknowledge: executor.acknowledge.bind(executor) }),
    close: () => executor.close?.(),
  };
}
