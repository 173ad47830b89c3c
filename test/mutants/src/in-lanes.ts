/** Works on the items one after another in each lane, all lanes at the same time. */
export async function inLanes<Lane, Item>(
  lanes: readonly Lane[],
  items: readonly Item[],
  work: (lane: Lane, item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  await Promise.all(
    lanes.map(async (lane) => {
      // All lanes take from one iterator, so that a slow item keeps no other waiting.
      for (const item of waiting) await work(lane, item);
    }),
  );
}
