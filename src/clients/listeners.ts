/** Functions that are called when something changes. `Args` are their arguments. */
export interface Listeners<Args extends unknown[]> {
  /** Adds a listener. Returns a function that removes it. */
  readonly add: (listener: (...args: Args) => void) => () => void;
  /** Calls the listeners in the order in which they were added. */
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

/** Wakes all callers that wait when `wake` is called. */
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
