import { many, one } from "./acta-memory.mjs";
import { handwrittenBatch, handwrittenOne } from "./floors.mjs";
import { aiCases } from "./peers/ai.mjs";
import { langchainCases } from "./peers/langchain.mjs";
import { mastraCases } from "./peers/mastra.mjs";
import { mcpCases } from "./peers/mcp.mjs";
import { openaiAgentsCases } from "./peers/openai-agents.mjs";

const group = "beside-peers";

/** Acta and the transaction by hand once more, under the conditions of the peers. */
const beside = () => [
  handwrittenOne(group),
  handwrittenBatch(group),
  one(`${group}/acta`, group),
  many(`${group}/acta-batch-1000`, group, 1_000),
];

export const peerCases = () => [...beside(), ...mcpCases(), ...langchainCases(), ...aiCases(), ...openaiAgentsCases(), ...mastraCases()];
