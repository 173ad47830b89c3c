/** Loaded where they run: each cell has a process of its own. */
export const subjects = {
  acta: () => import("./subjects/acta.mjs"),
  ai: () => import("./subjects/ai.mjs"),
  "langchain-core": () => import("./subjects/langchain-core.mjs"),
  langgraph: () => import("./subjects/langgraph.mjs"),
  "openai-agents": () => import("./subjects/openai-agents.mjs"),
  mcp: () => import("./subjects/mcp.mjs"),
  mastra: () => import("./subjects/mastra.mjs"),
};
