import { median } from "./quartiles.mjs";

/**
 * What Acta is held to. `ratio` is a cost of Acta's divided by the other one's, so that a limit of 1/3 means three times cheaper; a target is
 * met where `ratio <= limit`. Both were measured in the same run, and in the same phase of it.
 */
const targets = [
  { id: "memory/handwritten-itself", cost: "floor/handwritten", over: "floor/parse-call-and-record", limit: 15 },
  { id: "memory/one-vs-handwritten", cost: "acta/one", over: "floor/handwritten", limit: 2, aim: 1.3 },
  { id: "memory/one-vs-mcp", cost: "beside-peers/acta", over: "mcp/call-tool-1", limit: 1 / 3, aim: 1 / 5 },
  { id: "memory/one-vs-tool-node", cost: "beside-peers/acta", over: "langgraph/tool-node-1", limit: 1 / 10, aim: 1 / 20 },
  { id: "memory/one-vs-generate-text", cost: "beside-peers/acta", over: "ai/generate-text-1", limit: 1 / 40, aim: 1 / 80 },
  { id: "memory/heap-vs-handwritten", cost: "acta/one", over: "floor/handwritten", of: "heapBytes", limit: 1.5 },
  { id: "batch-1000/vs-handwritten", cost: "acta/batch-1000", over: "floor/handwritten-batch-1000", limit: 2 },
  { id: "batch-1000/vs-ai", cost: "beside-peers/acta-batch-1000", over: "ai/batch-1000-less-fixed", limit: 1 / 2.5, aim: 1 / 4 },
  { id: "batch-1000/vs-tool-node", cost: "beside-peers/acta-batch-1000", over: "langgraph/tool-node-1000", limit: 1 / 5, aim: 1 / 9 },
  { id: "batch-1000/vs-mcp", cost: "beside-peers/acta-batch-1000", over: "mcp/call-tool-1000", limit: 1 / 5, aim: 1 / 9 },
  { id: "batch/linear-to-100000", cost: "growth/batch-100000", over: "growth/batch-1000", limit: 1.5 },
  { id: "sqlite/full-1", cost: "sqlite/acta-FULL-1", over: "sqlite/handwritten-FULL-1", limit: 2.2 },
  { id: "sqlite/full-8", cost: "sqlite/acta-FULL-8", over: "sqlite/handwritten-FULL-8", limit: 1.8 },
  { id: "sqlite/full-100", cost: "sqlite/acta-FULL-100", over: "sqlite/handwritten-FULL-100", limit: 2.2 },
  { id: "sqlite/normal-1", cost: "sqlite/acta-NORMAL-1", over: "sqlite/handwritten-NORMAL-1", limit: 1.8 },
  ...[1, 5, 20].map((count) => ({
    id: `hooks/${count}-vs-bare-loop`,
    cost: `hooks/acta-emit-${count}`,
    over: `hooks/bare-loop-${count}`,
    limit: 1.2,
  })),
  { id: "batch/vs-p-map", cost: "batch/acta", over: "batch/p-map", limit: 1 },
  { id: "permissions/vs-casl", cost: "permissions/acta", over: "permissions/casl", limit: 1 },
  { id: "permissions/vs-casbin", cost: "permissions/acta", over: "permissions/casbin", limit: 1 / 100 },
  { id: "growth/cost-at-100000", cost: "growth/one-at-100000", over: "growth/one-at-1000", limit: 1.25 },
  { id: "growth/memory-bounded", cost: "growth/kept-at-100000", over: "growth/kept-of-100000", of: "keptBytes", limit: 1 / 50 },
];

export function judge(results) {
  const byId = new Map(results.map((result) => [result.id, result]));
  return targets.map(({ id, cost, over, of, limit, aim = limit }) => {
    const ratio = ratioOf(byId.get(cost), byId.get(over), of);
    return { id, ratio, limit: rounded(limit), aim: rounded(aim), met: ratio !== null && ratio <= limit };
  });
}

/**
 * Of cases that took turns: the median of the ratios of neighbouring blocks, because whatever else the machine did then, it did to both.
 * Otherwise the ratio of the medians.
 */
function ratioOf(cost, over, of) {
  if (cost === undefined || over === undefined) return null;
  if (of !== undefined) return cost[of] > 0 && over[of] > 0 ? rounded(cost[of] / over[of]) : null;
  if (cost.samples.length !== over.samples.length) return rounded(median(cost.samples) / median(over.samples));
  return rounded(median(cost.samples.map((sample, round) => sample / over.samples[round])));
}

const rounded = (value) => Number(value.toPrecision(4));
