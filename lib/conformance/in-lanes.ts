/** Works on several items at once, and keeps their order in the results. No item is begun after a failure. */
export async function inLanes<Item, Result>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const queue = [...items.entries()];
  const results: Result[] = [];
  async function openLane(): Promise<void> {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [index, item] = next;
      results[index] = await work(item);
    }
  }
  const opened = Array.from({ length: lanes }, openLane);
  await Promise.all(opened).finally(() => queue.splice(0));
  return results;
}
