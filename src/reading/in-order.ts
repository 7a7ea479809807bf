/**
 * Runs `read` for up to `ahead` items at once, so that all threads have work, and gives each item with what it became, in
 * their order. A reading that fails is thrown when its turn comes; later ones that failed before it are never heard of.
 */
export async function* inOrder<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  read: (item: Item) => Result | Promise<Result>,
  ahead = 16,
): AsyncGenerator<[item: Item, result: Result], void, undefined> {
  const running: Promise<[Item, Result]>[] = [];
  for await (const item of items) {
    const reading = (async (): Promise<[Item, Result]> => [item, await read(item)])();
    reading.catch(() => undefined);
    running.push(reading);
    if (running.length >= ahead) yield await running.shift()!;
  }
  for (const reading of running) yield await reading;
}
