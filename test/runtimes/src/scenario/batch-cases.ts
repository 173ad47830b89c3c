import { retry, runBatch } from "@acta/batch";
import type { ScenarioCase } from "./scenario-case.js";

export const batchCases: readonly ScenarioCase[] = [
  {
    name: "batch: items keep their order and the cap holds",
    expected: [[1, 4, 9, 16], 2],
    actual: async () => {
      let running = 0;
      let most = 0;
      const square = async (n: number) => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 4 - n));
        running--;
        return n * n;
      };
      const items = await runBatch([1, 2, 3, 4], square, { concurrency: 2 });
      return [items.map((item) => item.kind === "fulfilled" && item.value), most];
    },
  },
  {
    name: "batch: a failure cancels its siblings",
    expected: ["rejected", "rejected", "skipped"],
    actual: async () => {
      const work = (n: number, { signal }: { signal: AbortSignal }) =>
        n === 0
          ? Promise.reject(new Error("x"))
          : new Promise<number>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      const items = await runBatch([0, 1, 2], work, { siblings: "cancel", concurrency: 2 });
      return items.map(({ kind }) => kind);
    },
  },
  {
    name: "batch: retry tries again",
    expected: 3,
    actual: () => retry((attempt) => (attempt < 3 ? Promise.reject(new Error("x")) : attempt), { attempts: 3, delayMs: 1 }),
  },
];
