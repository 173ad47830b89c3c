import type { ThreadsExecutor } from "@acta/executor-threads";
import { type Files, pause } from "../files.js";
import type { Finding } from "../finding.js";
import { run } from "../tools.js";

/** Tools that write without end, in one turn or in many: what is in the file when the end is confirmed must be all that ever comes. */
export async function lateBytes(executor: ThreadsExecutor, files: Files, rounds: number): Promise<Finding> {
  const confirmed = new Map<string, number>();
  const wrong: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const file = files.next();
    const controller = new AbortController();
    const running = run(executor, round % 2 === 0 ? "writes" : "writesLater", { file }, controller.signal);
    await files.written(file);
    controller.abort();
    const result = await running;
    if (result.kind === "stopped" && result.confirmed) confirmed.set(file, files.size(file));
    else wrong.push(`it ended ${result.kind}, and not confirmed`);
  }
  await pause(100);
  const late = [...confirmed].map(([file, size]) => files.size(file) - size);
  const bytes = late.reduce((sum, each) => sum + each, 0);
  if (bytes > 0) wrong.push(`${bytes} bytes were written later, in ${late.filter((each) => each > 0).length} of ${rounds} runs`);
  return {
    scene: `${rounds} that write without end, ${executor.name}`,
    figures: { confirmed: confirmed.size, "bytes later": bytes },
    wrong,
  };
}
