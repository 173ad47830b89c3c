// What remains of a peer's call when what its loop costs without one is subtracted, round by round.

const derivations = [
  { id: "ai/one-less-fixed", of: "ai/generate-text-1", calls: 1, fixed: "ai/generate-text-0" },
  { id: "ai/batch-1000-less-fixed", of: "ai/generate-text-1000", calls: 1_000, fixed: "ai/generate-text-0" },
  { id: "openai-agents/one-less-fixed", of: "openai-agents/run-1", calls: 1, fixed: "openai-agents/run-0" },
  { id: "openai-agents/batch-200-less-fixed", of: "openai-agents/run-200", calls: 200, fixed: "openai-agents/run-0" },
  { id: "mastra/one-less-fixed", of: "mastra/stream-1", calls: 1, fixed: "mastra/stream-0" },
  { id: "mastra/batch-200-less-fixed", of: "mastra/stream-200", calls: 200, fixed: "mastra/stream-0" },
];

export function derive(measured) {
  const byId = new Map(measured.map((each) => [each.id, each]));
  return derivations.flatMap(({ id, of, calls, fixed }) => {
    const whole = byId.get(of);
    const loop = byId.get(fixed);
    if (whole === undefined || loop === undefined) return [];
    const rounds = Math.min(whole.samples.length, loop.samples.length);
    const samples = Array.from({ length: rounds }, (_, round) => Math.max(0, whole.samples[round] - loop.samples[round] / calls));
    return [{ id, group: whole.group, samples }];
  });
}
