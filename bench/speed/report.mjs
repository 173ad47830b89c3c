/** Two tables as text: what was measured, and what it is held to. */
export function report({ node, results, targets }) {
  const rows = results.map(({ id, medianUs, p25Us, p75Us, heapBytes, keptBytes }) => [
    id,
    amount(medianUs),
    `${amount(p25Us)} to ${amount(p75Us)}`,
    heapBytes === null ? "" : heapBytes.toLocaleString("en"),
    keptBytes === undefined ? "" : keptBytes.toLocaleString("en"),
  ]);
  const judged = targets.map(({ id, ratio, limit, aim, met }) => [
    id,
    ratio === null ? "not measured" : factor(ratio),
    factor(limit),
    factor(aim),
    met ? "met" : "MISSED",
  ]);
  return [
    `Node ${node}. Microseconds a call: median and quartiles, of processor time; with SQLite and PostgreSQL of wall time.`,
    "Bytes of heap that a call allocates; bytes that a branch keeps of a call, or of all calls (growth/kept).",
    "",
    table(["case", "us", "quartiles", "heap", "kept"], rows),
    "",
    "Ratios: Acta's cost divided by the other one's, in this run.",
    "",
    table(["target", "ratio", "limit", "aim", ""], judged),
    "",
  ].join("\n");
}

const amount = (us) => (us < 10 ? us.toFixed(2) : us < 100 ? us.toFixed(1) : Math.round(us).toLocaleString("en"));
const factor = (ratio) =>
  ratio === 0 ? "below what the clock tells" : ratio < 0.7 ? `1/${(1 / ratio).toFixed(1)}` : `${ratio.toFixed(2)}x`;

function table(head, rows) {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column].length)));
  const line = (row) => row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join("  ");
  return [line(head), ...rows.map(line)].map((each) => each.trimEnd()).join("\n");
}
