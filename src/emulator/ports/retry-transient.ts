import { setTimeout as delay } from 'node:timers/promises';
import { BACKOFF, doublingMs, retry } from '../../clients/retry.ts';
import { isTransient, type StoreError } from './store-errors.ts';

export interface RetryOptions {
  /** Signal that ends the waits when it is aborted. */
  signal?: AbortSignal;
  /** Callback that is called once, before the first wait. The callback can free disk space. */
  onWait?: (error: StoreError) => void | Promise<void>;
  /** Maximum duration of all waits, in milliseconds, by default unlimited. */
  timeoutMs?: number;
}

/**
 * Retries `work` while the disk is full or the database is unreachable. The function is for writes that must not be
 * lost and that no client repeats. The function waits in real time, because disk space does not depend on virtual time.
 * Every other failure is thrown immediately, and the last failure is thrown at the timeout.
 */
export async function retryTransient<T>(work: () => Promise<T>, wait: RetryOptions = {}): Promise<T> {
  const { signal, onWait, timeoutMs = Number.POSITIVE_INFINITY } = wait;
  const since = performance.now();
  return retry(work, {
    async delayAfter(error, attempt) {
      const over = signal?.aborted === true || performance.now() - since >= timeoutMs;
      if (!isTransient(error) || over) return undefined;
      if (attempt === 1) await onWait?.(error);
      return doublingMs(attempt, BACKOFF.storage);
    },
    // An abort ends the current wait. If the next attempt fails, the failure is thrown.
    sleep: (ms) => delay(ms, undefined, signal ? { signal } : {}).catch(() => undefined),
  });
}
