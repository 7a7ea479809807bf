/** A crawl could not go on, for the cause. What it had committed is kept, and it can be resumed. */
export class CutShort extends Error {
  override readonly name = 'CutShort';

  constructor(cause: unknown) {
    super('The crawl was cut short.', { cause });
  }
}

/** What a crawl does once it has begun. */
export async function orCutShort<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw new CutShort(thrown);
  }
}
