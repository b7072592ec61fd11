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
