import { setTimeout as delay } from 'node:timers/promises';
import { isTransient, type StoreError } from './store-errors.ts';

/** The delay between attempts, in milliseconds of real time: room comes from outside. */
const RETRY_MS = 500;

export interface RetryOptions {
  /** Stops waiting. */
  signal?: AbortSignal;
  /** Called once, when it has to wait; may make room itself. */
  onWait?: (error: StoreError) => void | Promise<void>;
  /** How long it waits, in milliseconds; default: forever. */
  timeoutMs?: number;
}

/**
 * Retries `work` while the disk is full or the database unreachable: for writes that must be kept and have no client to
 * retry them. Every other failure is thrown, and so is the last one at the timeout.
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
