import { createListeners } from '../../clients/listeners.ts';

/** The newest items of an endless list, numbered 1, 2, 3 … */
export interface Ring<T> {
  add(item: T): void;
  first(): number;
  last(): number;
  /** Returns the items with numbers above `after`, up to and including `upTo`. */
  between(after: number, upTo: number): { seq: number; item: T }[];
  /** Calls `notify` after each new item. The returned function unsubscribes `notify`. */
  onAdd(notify: () => void): () => void;
}

/** Creates an empty ring that stores the newest `kept` items. */
export function createRing<T>(kept: number): Ring<T> {
  let items: T[] = [];
  let last = 0;
  const listeners = createListeners();
  const first = () => last - items.length + 1;
  return {
    add(item) {
      last += 1;
      items.push(item);
      // Items are dropped in batches, because batches keep the average cost low.
      if (items.length > kept * 1.1) items = items.slice(-kept);
      listeners.notify();
    },
    first,
    last: () => last,
    between(after, upTo) {
      const from = Math.max(after + 1, first());
      return items
        .slice(from - first(), Math.max(upTo - first() + 1, 0))
        .map((item, index) => ({ seq: from + index, item }));
    },
    onAdd: listeners.add,
  };
}
