/** A set of functions that are called when something changes. `Args` are the types of the functions' arguments. */
export interface Listeners<Args extends unknown[]> {
  /** Adds a listener. Returns a function that removes the listener. */
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

/** Object whose method `wake` resolves all pending calls of `wait`. */
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
