import { setTimeout as delay } from 'node:timers/promises';
import { isTransient, type StoreError } from './store-errors.ts';

/** Delay between attempts in milliseconds of real time, because disk space does not depend on product time. */
const RETRY_MS = 500;

export interface RetryOptions {
  /** Aborts the wait. */
  signal?: AbortSignal;
  /** Called once before the first wait. It may free space itself. */
  onWait?: (error: StoreError) => void | Promise<void>;
  /** Maximum wait in milliseconds. Default: no limit. */
  timeoutMs?: number;
}

/**
 * Retries `work` while the disk is full or the database is unreachable. Use it for writes that must be kept and that
 * no client retries. Throws every other failure, and the last failure at the timeout.
 */
export async function retryTransient<T>(work: () => Promise<T>, wait: RetryOptions = {}): Promise<T> {
  const { signal, onWait, timeoutMs: patienceMs = Number.POSITIVE_INFINITY } = wait;
  const since = performance.now();
  for (let waited = false; ; waited = true) {
    try {
      return await work();
    } catch (error) {
      const over = signal?.aborted === true || performance.now() - since >= patienceMs;
      if (!isTransient(error) || over) throw error;
      if (!waited) await onWait?.(error);
      await delay(RETRY_MS, undefined, signal ? { signal } : {}).catch(() => undefined);
    }
  }
}
