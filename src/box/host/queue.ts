/** What came, in order, for one reader that takes its time: it is told of each item when the reader takes it. */
export class AsyncQueue<T> implements AsyncIterable<T> {
  private readonly items: T[] = [];
  private done = false;
  private failure: Error | undefined;
  private wake: (() => void) | undefined;
  private readonly taken: (item: T) => void;
  private readonly left: () => void;

  /** `left` is called when the reader goes away before the end. */
  constructor(taken: (item: T) => void, left: () => void = () => undefined) {
    this.taken = taken;
    this.left = left;
  }

  push(item: T): void {
    if (this.done) return;
    this.items.push(item);
    this.wake?.();
  }

  end(failure?: Error): void {
    if (this.done) return;
    this.done = true;
    this.failure = failure;
    this.wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, void> {
    let whole = false;
    try {
      for (;;) {
        const item = this.items.shift();
        if (item !== undefined) {
          this.taken(item);
          yield item;
          continue;
        }
        if (this.done) break;
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
      }
      whole = true;
    } finally {
      if (!whole) this.left();
    }
    if (this.failure !== undefined) throw this.failure;
  }
}
