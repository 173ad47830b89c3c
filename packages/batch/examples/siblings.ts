import { runBatch, SiblingFailed } from "@acta/batch";

const items = await runBatch(
  ["patient", "broken", "never started"],
  async (name, { signal }) => {
    if (name === "broken") throw new Error("out of paper");
    await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  },
  { concurrency: 2, siblings: "cancel" },
);

for (const item of items) {
  if (item.kind === "skipped") console.log(`skipped: ${item.reason}`);
  else if (item.kind === "rejected" && SiblingFailed.isInstance(item.error)) console.log(`cancelled by item ${item.error.index}`);
  else if (item.kind === "rejected") console.log(String(item.error));
}

// prints: cancelled by item 1
// prints: Error: out of paper
// prints: skipped: sibling
