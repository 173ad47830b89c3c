/** A cell in a few signs: whether the history is true, the effects, and whether every request has its one answer. */
function signs({ ran, truthful, effects, responses }) {
  if (!ran) return "not run";
  return `${truthful ? "true" : "FALSE"}, ${effects}, ${responses ? "answered" : "OPEN"}`;
}

export function asText(cells, scenarios) {
  return grid(cells, scenarios)
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(column === 0 ? 32 : 20))
        .join(" ")
        .trimEnd(),
    )
    .join("\n");
}

export function asMarkdown(cells, scenarios) {
  const [head, ...rows] = grid(cells, scenarios);
  const versions = [...new Map(cells.map(({ subject, version }) => [subject, version]))];
  return `${[
    "# Truth table",
    "",
    `Generated on ${new Date().toISOString().slice(0, 10)} with Node ${process.version} by \`npm run truth\`. Do not edit.`,
    "",
    "The same faults, through the public API of each. A cell says whether the history tells the truth, how many effects there were, and whether",
    "every request has one answer or one pending approval. What is true is decided in `bench/truth/scenarios.mjs`, by what happened to the world,",
    "and a history that says nothing of a call does not tell the truth about it. An exception is no history: a host that wants it there has to",
    "write it down. `FALSE`: the history says what is not so, or nothing; `OPEN`: a request has no answer, or one too many. Each cell ran in a",
    "process of its own; where a package has a mechanism for the purpose, that is what was used, and it is named below.",
    "",
    `Versions: ${versions.map(([subject, version]) => `${subject} ${version}`).join(", ")}.`,
    "",
    ...aligned([head, ...rows]),
    "",
    "## What the truth is",
    "",
    ...scenarios.map(({ id, title, truth }) => `- \`${id}\`: ${title}. True: ${truth}.`),
    "",
    "## What each said",
    "",
    ...versions.flatMap(([subject]) => [`### ${subject}`, "", ...cells.filter((cell) => cell.subject === subject).map(line), ""]),
  ]
    .join("\n")
    .trimEnd()}\n`;
}

const line = (cell) => `- \`${cell.scenario}\`: ${signs(cell)}. ${escaped(cell.why)}`;
const escaped = (text) =>
  text
    .replaceAll(/[<>|*_[\]`\\]/g, (sign) => `\\${sign}`)
    .replaceAll(/\s+/g, " ")
    .trim();

/** A table as a formatter of Markdown would leave it. */
function aligned([head, ...rows]) {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column].length)));
  const row = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(" | ")} |`;
  return [row(head), row(widths.map((width) => "-".repeat(width))), ...rows.map(row)];
}

function grid(cells, scenarios) {
  const subjects = [...new Set(cells.map(({ subject }) => subject))];
  const found = (subject, { id }) => cells.find((cell) => cell.subject === subject && cell.scenario === id);
  const rows = scenarios.map((scenario) => [
    scenario.id,
    ...subjects.map((subject) => {
      const cell = found(subject, scenario);
      return cell ? signs(cell) : "";
    }),
  ]);
  return [["scenario", ...subjects], ...rows.filter((row) => row.some((cell, column) => column > 0 && cell !== ""))];
}
