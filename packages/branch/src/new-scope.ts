import type { PolicyLike } from "@acta/governance";
import type { HookBus } from "@acta/hooks";
import type { SharedOptions } from "./branch-options.js";
import type { Scope } from "./scope.js";
import { systemRuntime } from "./system-runtime.js";

type Given = "branchId" | "sessionId" | "actions" | "views" | "journal" | "fence" | "writer" | "callbacks" | "lost" | "report" | "taken";

interface Parts extends Pick<Scope, Given> {
  readonly session: SharedOptions | undefined;
  readonly own: SharedOptions;
  readonly ownBus: HookBus | undefined;
}

/** What a branch lets its transaction touch: what of it adds to its session's, and what stands in place of it. */
export function newScope(option: <Key extends keyof SharedOptions>(key: Key) => SharedOptions[Key], parts: Parts): Scope {
  const { session, own, ownBus } = parts;
  const observer = option("observer") ?? null;
  const buses = new Set([session?.hooks, own.hooks, ownBus].filter((bus) => bus !== undefined));
  // Without a spread: see hidden classes in docs/performance.md.
  return {
    branchId: parts.branchId,
    sessionId: parts.sessionId,
    actions: parts.actions,
    views: parts.views,
    journal: parts.journal,
    fence: parts.fence,
    writer: parts.writer,
    policies: [observer?.gate, session?.policy, own.policy].filter((policy): policy is PolicyLike => policy !== undefined),
    buses: [...buses],
    observer,
    callbacks: parts.callbacks,
    onEscalate: option("onEscalate"),
    notify: option("notify"),
    scheduler: option("scheduler"),
    gateTimeoutMs: option("gateTimeoutMs") ?? 30_000,
    escalateTimeoutMs: option("escalateTimeoutMs") ?? 300_000,
    redact: option("redact"),
    maxResultLength: option("maxResultLength") ?? 16 * 1024 * 1024,
    logger: option("logger"),
    runtime: option("runtime") ?? systemRuntime,
    report: parts.report,
    taken: parts.taken,
    lost: parts.lost,
  };
}
