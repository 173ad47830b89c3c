// The chart of the README, drawn from the JSON of a run: all rows are of the phase `peers`. The same JSON gives the same text.

const panels = [
  {
    title: "One call",
    rows: [
      ["written by hand, for one program", "beside-peers/handwritten"],
      ["Acta", "beside-peers/acta", true],
      ["MCP SDK, in memory", "mcp/call-tool-1"],
      ["LangChain tool.invoke", "langchain-core/invoke-1"],
      ["LangGraph ToolNode", "langgraph/tool-node-1"],
      ["AI SDK generateText", "ai/generate-text-1"],
      ["OpenAI Agents run", "openai-agents/run-1"],
      ["Mastra agent.stream", "mastra/stream-1"],
    ],
  },
  {
    title: "One call of a batch",
    rows: [
      ["written by hand, 1,000 calls", "beside-peers/handwritten-batch-1000"],
      ["Acta, 1,000 calls", "beside-peers/acta-batch-1000", true],
      ["AI SDK generateText, 1,000 calls", "ai/generate-text-1000"],
      ["LangGraph ToolNode, 1,000 calls", "langgraph/tool-node-1000"],
      ["MCP SDK, in memory, 1,000 calls", "mcp/call-tool-1000"],
      ["OpenAI Agents run, 200 calls", "openai-agents/run-200"],
      ["Mastra agent.stream, 200 calls", "mastra/stream-200"],
    ],
  },
];

const width = 860;
const labels = 300;
const values = 90;
const rowHeight = 26;
const colours = { text: "#1f2328", faint: "#d0d7de", peer: "#57606a", acta: "#0969da", paper: "#ffffff" };

export function chart({ node, results }) {
  const byId = new Map(results.map((result) => [result.id, result]));
  const shown = panels.map(({ title, rows }) => ({
    title,
    rows: rows.filter(([, id]) => byId.has(id)).map(([label, id, isActa = false]) => ({ label, isActa, ...byId.get(id) })),
  }));
  const all = shown.flatMap(({ rows }) => rows.flatMap(({ p25Us, p75Us }) => [p25Us, p75Us]));
  const decades = { from: Math.floor(Math.log10(Math.min(1, ...all))), to: Math.ceil(Math.log10(Math.max(10, ...all))) };
  const x = (us) => labels + ((Math.log10(us) - decades.from) / (decades.to - decades.from)) * (width - labels - values);

  let top = 62;
  const parts = shown.map(({ title, rows }) => {
    const part = panel(title, rows, top, x, decades);
    top += 56 + rows.length * rowHeight;
    return part;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${top}" viewBox="0 0 ${width} ${top}" font-family="system-ui, sans-serif" font-size="13" fill="${colours.text}" role="img" aria-label="Microseconds per tool call">`,
    `<rect width="${width}" height="${top}" fill="${colours.paper}"/>`,
    `<text x="16" y="26" font-size="16" font-weight="600">What a validated, executed and answered tool call costs</text>`,
    `<text x="16" y="46" fill="${colours.peer}">microseconds, logarithmic; dot: median, line: quartiles; less is better; Node ${node}</text>`,
    ...parts,
    "</svg>",
    "",
  ].join("\n");
}

function panel(title, rows, top, x, { from, to }) {
  const bottom = top + 28 + rows.length * rowHeight;
  const ticks = Array.from({ length: to - from + 1 }, (_, step) => 10 ** (from + step));
  return [
    `<text x="16" y="${top + 18}" font-weight="600">${title}</text>`,
    ...ticks.map((us) => `<path d="M${round(x(us))} ${top + 24}V${bottom}" stroke="${colours.faint}"/>`),
    ...ticks.map((us) => `<text x="${round(x(us))}" y="${top + 18}" text-anchor="middle" fill="${colours.peer}">${tick(us)}</text>`),
    ...rows.map((row, index) => mark(row, top + 28 + index * rowHeight + rowHeight / 2, x)),
  ].join("\n");
}

function mark({ label, isActa, medianUs, p25Us, p75Us }, y, x) {
  const colour = isActa ? colours.acta : colours.peer;
  const weight = isActa ? ' font-weight="600"' : "";
  return [
    `<text x="${labels - 12}" y="${y + 4}" text-anchor="end"${weight}>${label}</text>`,
    `<path d="M${round(x(p25Us))} ${y}H${round(x(p75Us))}" stroke="${colour}" stroke-width="3" stroke-linecap="round"/>`,
    `<circle cx="${round(x(medianUs))}" cy="${y}" r="6" fill="${colour}"/>`,
    `<text x="${width - 16}" y="${y + 4}" text-anchor="end"${weight}>${amount(medianUs)} µs</text>`,
  ].join("");
}

const amount = (us) => (us < 10 ? us.toFixed(1) : Math.round(us).toLocaleString("en"));
const tick = (us) => us.toLocaleString("en", { maximumFractionDigits: 3 });
const round = (value) => Number(value.toFixed(1));
