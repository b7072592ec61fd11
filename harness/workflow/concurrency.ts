import { renderTemplate, type Scope } from '../runner/expressions.ts';
import type { ConcurrencyModel } from './schema.ts';

/** A requested concurrency group. */
export interface ConcurrencyGroup {
  group: string;
  cancelInProgress: boolean;
}

interface Holder {
  cancel: () => void;
  done: Promise<void>;
}
interface Waiter {
  refuse: () => void;
}

/**
 * The concurrency groups of one repository. In each group, one entry runs and one entry waits. A new entry replaces
 * and cancels the waiting entry; with `cancelInProgress`, the running entry is canceled as well. Names of groups are
 * case-insensitive.
 */
export class ConcurrencyGroups {
  readonly #holders = new Map<string, Holder>();
  readonly #waiters = new Map<string, Waiter>();

  /**
   * Waits for a place in a group, or returns immediately without a group.
   * @param cancel cancels the caller if a newer entry needs its place; the caller still leaves by itself
   * @param signal leaves the queue
   * @returns a function that leaves the group; null if a newer entry took the place
   */
  async enter(
    asked: ConcurrencyGroup | null,
    cancel: () => void,
    signal?: AbortSignal,
  ): Promise<(() => void) | null> {
    if (asked === null) return () => {};
    const name = asked.group.toLowerCase();
    this.#waiters.get(name)?.refuse();
    const holder = this.#holders.get(name);
    if (holder !== undefined) {
      if (asked.cancelInProgress) holder.cancel();
      if (!(await this.#wait(name, holder, signal))) return null;
    }
    return this.#hold(name, cancel);
  }

  #wait(name: string, holder: Holder, signal: AbortSignal | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (admitted: boolean) => {
        if (this.#waiters.get(name) === waiter) this.#waiters.delete(name);
        signal?.removeEventListener('abort', waiter.refuse);
        resolve(admitted);
      };
      let refused = false;
      const waiter: Waiter = {
        refuse: () => {
          refused = true;
          end(false);
        },
      };
      this.#waiters.set(name, waiter);
      if (signal?.aborted) waiter.refuse();
      else signal?.addEventListener('abort', waiter.refuse, { once: true });
      void holder.done.then(() => {
        if (!refused) end(true);
      });
    });
  }

  #hold(name: string, cancel: () => void): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    const holder: Holder = { cancel, done: promise };
    this.#holders.set(name, holder);
    return () => {
      if (this.#holders.get(name) === holder) this.#holders.delete(name);
      resolve();
    };
  }
}

/** Evaluates a `concurrency:`. Throws if its group is empty, or `cancel-in-progress` is not a boolean. */
export function groupOf(model: ConcurrencyModel | undefined, scope: Scope): ConcurrencyGroup | null {
  if (model === undefined) return null;
  const group = renderTemplate(model.group, scope);
  if (group === '') throw new Error("concurrency: the group's name is empty");
  const cancel = renderTemplate(model['cancel-in-progress'] ?? 'false', scope);
  if (cancel !== 'true' && cancel !== 'false') {
    throw new Error(`concurrency: cancel-in-progress is '${cancel}', not a boolean`);
  }
  return { group, cancelInProgress: cancel === 'true' };
}

/** Returns GitHub's message if the caller already holds the requested group, or else null. */
export function deadlock(held: readonly string[], asked: ConcurrencyGroup | null): string | null {
  return asked !== null && held.some((one) => one.toLowerCase() === asked.group.toLowerCase())
    ? `Canceling since a deadlock was detected for concurrency group: '${asked.group}'`
    : null;
}
