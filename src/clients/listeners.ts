/** Functions to call when something changes, with the arguments `Args`. */
export interface Listeners<Args extends unknown[]> {
  /** Adds a listener. Returns a function that removes it. */
  readonly add: (listener: (...args: Args) => void) => () => void;
  /** Calls each listener, in the order in which they were added. */
  readonly notify: (...args: Args) => void;
}

/** Creates an empty set of listeners. */
export function createListeners<Args extends unknown[] = []>(): Listeners<Args> {
  const listeners = new Set<(...args: Args) => void>();
  return {
    add: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify: (...args) => {
      for (const listener of listeners) listener(...args);
    },
  };
}

/** Lets any number of callers wait until the next call of `wake`. */
export interface WakeUp {
  wait(): Promise<void>;
  wake(): void;
}

export function createWakeUp(): WakeUp {
  let next = Promise.withResolvers<void>();
  return {
    wait: () => next.promise,
    wake() {
      next.resolve();
      next = Promise.withResolvers();
    },
  };
}
