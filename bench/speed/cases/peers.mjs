import { many, one } from "./acta-memory.mjs";
import { handwrittenOne } from "./floors.mjs";
import { aiCases } from "./peers/ai.mjs";
import { langchainCases } from "./peers/langchain.mjs";
import { mastraCases } from "./peers/mastra.mjs";
import { mcpCases } from "./peers/mcp.mjs";
import { openaiAgentsCases } from "./peers/openai-agents.mjs";

/** Acta and the transaction by hand once more, under the conditions of the peers. */
const beside = () => [
  handwrittenOne("beside-peers"),
  one("beside-peers/acta", "beside-peers"),
  many("beside-peers/acta-batch-1000", "beside-peers", 1_000),
];

export const peerCases = () => [...beside(), ...mcpCases(), ...langchainCases(), ...aiCases(), ...openaiAgentsCases(), ...mastraCases()];
