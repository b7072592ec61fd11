import { renderTemplate, type Scope } from '../runner/expressions.ts';
import type { ConcurrencyModel } from './schema.ts';

/** A group that is asked for. */
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
 * The concurrency groups of one repository: one runs, one waits. Who comes next takes the waiting one's place, which is
 * cancelled; with `cancelInProgress` the running one is cancelled as well. Names are case-insensitive.
 */
export class ConcurrencyGroups {
  readonly #holders = new Map<string, Holder>();
  readonly #waiters = new Map<string, Waiter>();

  /**
   * Waits for a place in a group; without a group there is nothing to wait for.
   * @param cancel cancels the caller, should a newer one want its place; it still leaves by itself
   * @param signal gives the place in the queue up
   * @returns what leaves the group; null when the place was lost to a newer one
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

/** What a `concurrency:` asks for. Throws when its group is empty, or `cancel-in-progress` no boolean. */
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

/** What GitHub says to a caller that stands in the group it asks for already; null when it does not. */
export function deadlock(held: readonly string[], asked: ConcurrencyGroup | null): string | null {
  return asked !== null && held.some((one) => one.toLowerCase() === asked.group.toLowerCase())
    ? `Canceling since a deadlock was detected for concurrency group: '${asked.group}'`
    : null;
}
