import { inline } from "@acta/actions/executor";
import { type ThreadsExecutor, type ThreadsOptions, threadsExecutor } from "@acta/executor-threads";
import { deaf, leaky, looksAway } from "./broken.js";
import { Files } from "./files.js";
import type { Finding } from "./finding.js";
import { churn, type Tolerance } from "./scenes/churn.js";
import { lateBytes } from "./scenes/late-bytes.js";
import { loopDelay } from "./scenes/loop-delay.js";
import { nativeSleep } from "./scenes/native-sleep.js";
import { kinds, kindsForProcesses, runaways } from "./scenes/runaways.js";

/** How much of everything. */
export interface Amounts {
  readonly workMs: number;
  readonly workRounds: number;
  /** What the 99th percentile of the loop's delay may be. */
  readonly delayMs: number;
  readonly runaways: number;
  readonly sleeps: number;
  readonly writers: number;
  readonly calls: number;
  readonly tolerance: Tolerance;
}

export interface Report {
  readonly findings: readonly Finding[];
  /** The same scenes with an executor that cannot pass them. `isCaught`: and it did not. */
  readonly controls: readonly { readonly finding: Finding; readonly isCaught: boolean }[];
}

type Scene = (executor: ThreadsExecutor) => Promise<Finding>;

/** Every scene, on threads or processes, and then on something that is broken. */
export async function runScenes(amounts: Amounts, tell: (finding: Finding) => void): Promise<Report> {
  const files = new Files();
  const findings: Finding[] = [];
  const controls: Report["controls"][number][] = [];
  const one = { size: 1, memoryMb: 64 };
  const processes = { processes: true, name: "processes" };

  const show = async (options: ThreadsOptions, scene: Scene) => {
    const finding = await within(threadsExecutor(options), scene);
    findings.push(finding);
    tell(finding);
  };
  const control = async (options: ThreadsOptions, breaks: (executor: ThreadsExecutor) => ThreadsExecutor, scene: Scene) => {
    const finding = await within(breaks(threadsExecutor(options)), scene);
    controls.push({ finding, isCaught: finding.wrong.length > 0 });
  };

  await show({}, (executor) => loopDelay(executor, amounts.workMs, amounts.workRounds, amounts.delayMs));
  await show(one, (executor) => runaways(executor, kinds, amounts.runaways));
  await show({ ...one, ...processes }, (executor) => runaways(executor, kindsForProcesses, amounts.runaways));
  await show(processes, (executor) => nativeSleep(executor, files, amounts.sleeps));
  await show({ size: 1 }, (executor) => lateBytes(executor, files, amounts.writers));
  await show({ size: 2 }, (executor) => churn(executor, amounts.calls, amounts.tolerance));

  const blocked = await loopDelay(inline, amounts.workMs, 1, amounts.delayMs);
  controls.push({ finding: blocked, isCaught: (blocked.figures.p99 ?? 0) > 500 });
  await control(one, deaf, (executor) => runaways(executor, kinds, 1, 200));
  await control(
    { exitTimeoutMs: 100 },
    (executor) => executor,
    (executor) => nativeSleep(executor, files, 1),
  );
  await control({ size: 2 }, looksAway, (executor) => lateBytes(executor, files, 2));
  await control({ size: 2 }, leaky, (executor) => churn(executor, Math.min(amounts.calls, 500), amounts.tolerance));
  files.remove();
  return { findings, controls };
}

async function within(executor: ThreadsExecutor, scene: Scene): Promise<Finding> {
  try {
    return await scene(executor);
  } finally {
    await executor.close();
  }
}
