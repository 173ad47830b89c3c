import { runBatch, unwrap } from "@acta/batch";

const prices: Record<string, number> = { apple: 3, pear: 4 };

async function priceOf(fruit: string): Promise<number> {
  const price = prices[fruit];
  if (price === undefined) throw new Error(`no price for ${fruit}`);
  return price;
}

const items = await runBatch(["apple", "durian", "pear"], priceOf, { concurrency: 2, timeoutMs: 1000 });
for (const item of items) {
  if (item.kind === "fulfilled") console.log(item.value);
  if (item.kind === "rejected") console.log(String(item.error));
}

console.log(unwrap(await runBatch(["pear", "apple"], priceOf)));

// prints: 3
// prints: Error: no price for durian
// prints: 4
// prints: [ 4, 3 ]
